/** The settings of a campaign as a form: a table of what each is, so that the page needs no code per setting. */
import type { TEXTS } from '@/i18n/texts'

export type SettingValue = string | number | boolean
export type Settings = Record<string, SettingValue>

type Texts = (typeof TEXTS)['setting']
export type SettingName = Exclude<keyof Texts, 'group' | 'value' | 'names'>
export type SettingChoice = keyof Texts['value']
export type SettingField =
  | { name: SettingName; kind: 'number'; least: number; most: number; step: number; share?: boolean }
  | { name: SettingName; kind: 'switch' }
  | { name: SettingName; kind: 'names' }
  | { name: SettingName; kind: 'choice'; values: SettingChoice[] }

export interface SettingGroup {
  name: keyof Texts['group']
  fields: SettingField[]
}

function share(name: SettingName, least = 0, most = 1): SettingField {
  return { name, kind: 'number', least, most, step: 0.01, share: true }
}

function whole(name: SettingName, least: number, most: number): SettingField {
  return { name, kind: 'number', least, most, step: 1 }
}

export const SETTING_GROUPS: SettingGroup[] = [
  {
    name: 'answers',
    fields: [
      whole('answers', 1, 50),
      share('second_share'),
      { name: 'second_genres', kind: 'names' },
      { name: 'alone_levels', kind: 'names' },
      { name: 'test', kind: 'choice', values: ['exact', 'threshold', 'strict', 'binary', 'loose'] },
      share('threshold'),
      { name: 'on_disagreement', kind: 'choice', values: ['review', 'third', 'leave'] },
    ],
  },
  {
    name: 'review',
    fields: [
      share('audit_rate'),
      share('audit_rate_first'),
      whole('audit_first', 0, 1_000_000),
      share('control_rate', 0, 0.5),
      { name: 'return_to', kind: 'choice', values: ['nobody', 'differing', 'all'] },
      { name: 'appeals', kind: 'switch' },
      { name: 'learn_days', kind: 'number', least: 0, most: 3650, step: 1 },
      { name: 'blind', kind: 'switch' },
    ],
  },
  {
    name: 'queue',
    fields: [
      { name: 'fixed_annotators', kind: 'switch' },
      { name: 'finish_group', kind: 'switch' },
      share('gate', 0.01),
      { name: 'order', kind: 'choice', values: ['given', 'shuffled'] },
      { name: 'lease_minutes', kind: 'number', least: 0.01, most: 10080, step: 5 },
      whole('skip_limit', 1, 100),
    ],
  },
  {
    name: 'people',
    fields: [
      { name: 'admits', kind: 'choice', values: ['everybody', 'test', 'chosen'] },
      whole('test_items', 0, 10_000),
      share('pass_share'),
      whole('attempts', 1, 100),
      { name: 'retake_hours', kind: 'number', least: 0, most: 8760, step: 1 },
      whole('person_least', 0, 1_000_000),
      whole('person_most', 0, 1_000_000),
      whole('day_least', 0, 100_000),
      whole('day_most', 0, 100_000),
    ],
  },
]
