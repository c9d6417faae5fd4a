/** A file of items with what its task needs besides, and how to read it where it is in no format of ours. */
import type { Schemas } from '@/api/client'
import { upload } from '@/api/upload'

export type Columns = Schemas['ColumnMapping']
export type ImportPreview = Schemas['ImportPreview']

export interface ItemsFile {
  file: File | null
  inventory: File | null
  questions: File | null
  groupBy: string
  control: boolean
  /** The file of a zip pack. */
  member: string
  /** Which column is what; null: as the server guesses. */
  columns: Columns | null
  paragraphs: boolean
  /** Whether the first row names the columns; null: as the server guesses. */
  header: boolean | null
  own: boolean
}

export type SecondFile = 'inventory' | 'questions'

const SECOND: Record<string, SecondFile> = {
  wsd: 'inventory',
  'word-vote': 'inventory',
  'explanation-rating': 'questions',
}

export function noFile(): ItemsFile {
  const reading = { member: '', columns: null, paragraphs: false, header: null, own: false }
  return { file: null, inventory: null, questions: null, groupBy: '', control: false, ...reading }
}

/** The second file a form's items need. */
export function secondFile(form: string): SecondFile | null {
  return SECOND[form] ?? null
}

export function isComplete(given: ItemsFile, form: string): boolean {
  const second = secondFile(form)
  return given.file !== null && (second === null || given[second] !== null)
}

function parts(given: ItemsFile): Record<string, Blob | string | undefined> {
  return {
    file: given.file ?? undefined,
    inventory: given.inventory ?? undefined,
    questions: given.questions ?? undefined,
    group_by: given.groupBy.trim() || undefined,
    control: given.control ? 'true' : undefined,
    member: given.member || undefined,
    columns: given.columns ? JSON.stringify(given.columns) : undefined,
    paragraphs: given.paragraphs ? 'true' : undefined,
    header: given.header === null ? undefined : String(given.header),
    own: given.own ? 'true' : undefined,
  }
}

export async function sendItems(campaign: number, given: ItemsFile): Promise<Schemas['Imported']> {
  return upload(`/api/campaigns/${campaign}/items/file`, parts(given))
}

/** What the file would bring; nothing is stored. */
export async function previewItems(form: string, given: ItemsFile): Promise<ImportPreview> {
  return upload('/api/imports/preview', { ...parts(given), form })
}

/** A campaign with its items and people: all of it or nothing. */
export async function sendCampaign(
  plan: Schemas['CampaignPlanIn'],
  given: ItemsFile,
): Promise<Schemas['CampaignView']> {
  return upload('/api/imports/campaigns', { ...parts(given), plan: JSON.stringify(plan) })
}
