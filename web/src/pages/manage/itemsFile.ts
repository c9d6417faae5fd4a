/** A file of items with what its task needs besides: glosses for senses, questions for explanations to be rated. */
import type { Schemas } from '@/api/client'
import { upload } from '@/api/upload'

export interface ItemsFile {
  file: File | null
  inventory: File | null
  questions: File | null
  groupBy: string
  control: boolean
}

export type SecondFile = 'inventory' | 'questions'

const SECOND: Record<string, SecondFile> = { wsd: 'inventory', 'explanation-rating': 'questions' }

export function noFile(): ItemsFile {
  return { file: null, inventory: null, questions: null, groupBy: '', control: false }
}

/** The second file a form's items need. */
export function secondFile(form: string): SecondFile | null {
  return SECOND[form] ?? null
}

export function isComplete(given: ItemsFile, form: string): boolean {
  const second = secondFile(form)
  return given.file !== null && (second === null || given[second] !== null)
}

export async function sendItems(campaign: number, given: ItemsFile): Promise<Schemas['Imported']> {
  return upload(`/api/campaigns/${campaign}/items/file`, {
    file: given.file ?? undefined,
    inventory: given.inventory ?? undefined,
    questions: given.questions ?? undefined,
    group_by: given.groupBy.trim() || undefined,
    control: given.control ? 'true' : undefined,
  })
}
