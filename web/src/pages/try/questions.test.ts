import { describe, expect, it } from 'vitest'
import { type Model, type TryTask, questionOf, tasksOf, trainCommand } from './questions'

function task(id: string, widget: string, system: string, texts = 1): TryTask {
  const names = Array.from({ length: texts }, (_, i) => ({ name: `text${i}`, title: { zh: '', en: '' } }))
  return { id, system, form: { fields: [{ widget }], texts: names } } as unknown as TryTask
}

const JUDGE = task('space2022/task1', 'choice', 'linear')
const OLD = task('space2021/task1', 'choice', 'linear')
const REASON = task('space2021/task2', 'choice', 'pair', 2)
const SENSES = task('wsd/senses', 'senses', 'mfs', 2)
const SCENE = task('space2023/task3', 'judged', 'scenes', 2)
const ALL = [REASON, OLD, JUDGE, SENSES, SCENE]

describe('questions', () => {
  it('go by the shape of the answer', () => {
    expect(ALL.map(questionOf)).toEqual(['judge', 'judge', 'judge', 'senses', 'scene'])
  })

  it('are asked of a task that has a model, else of the newest with the fewest texts', () => {
    expect(tasksOf('judge', ALL, []).map((one) => one.id)).toEqual([JUDGE.id, OLD.id, REASON.id])
    const trained = [{ task: REASON.id }] as Model[]
    expect(tasksOf('judge', ALL, trained)[0]?.id).toBe(REASON.id)
  })

  it('say how to train a first model', () => {
    expect(trainCommand(JUDGE)).toBe(
      'pingce systems train space2022/task1 --system linear --train train.jsonl --dev dev.jsonl --out pingce-data/models/space2022-task1-linear',
    )
    expect(trainCommand(SCENE)).not.toContain('--train')
    expect(trainCommand(SENSES)).toContain('--inventory inventory.json')
  })
})
