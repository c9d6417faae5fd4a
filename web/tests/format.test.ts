import { describe, expect, it } from 'vitest'
import { shortId } from '@/components/format'

describe('shortId', () => {
  it('shortens checksums and leaves what people wrote', () => {
    expect(shortId('bb4c1624c71fc634-112598bd7928')).toBe('bb4c16…7928')
    expect(shortId('a55cc811075be253')).toBe('a55cc8…e253')
    for (const id of ['1-train-26', 'q1', '第三题', 'abcdef', '']) expect(shortId(id)).toBe(id)
  })
})
