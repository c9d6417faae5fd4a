/** What the pages of the stages lead to and which commands do the same; the words are in i18n/…/stages.ts. */
import type { Schemas } from '@/api/client'
import type { TEXTS } from '@/i18n/texts'
import { can, worksHere } from '@/session'

export type Stage = Schemas['StageView']
export type StageName = Stage['name']

export const STAGES: StageName[] = ['corpus', 'annotate', 'quality', 'release', 'systems', 'score', 'leaderboard']

interface Way {
  to: string
  /** Below stages.way in the words. */
  label: keyof (typeof TEXTS)['stages']['way']
  /** Whether the signed-in person may go there. */
  open: () => boolean
}

const anybody = (): boolean => true
const builders = (): boolean => can('builder')

export const WAYS: Record<StageName, Way[]> = {
  corpus: [{ to: '/manage/new', label: 'newCampaign', open: builders }],
  annotate: [
    { to: '/', label: 'campaigns', open: worksHere },
    { to: '/manage', label: 'manage', open: builders },
  ],
  quality: [{ to: '/manage', label: 'figures', open: builders }],
  release: [{ to: '/competitions', label: 'competitions', open: anybody }],
  systems: [{ to: '/try', label: 'try', open: anybody }],
  score: [{ to: '/competitions', label: 'competitions', open: anybody }],
  leaderboard: [{ to: '/competitions', label: 'competitions', open: anybody }],
}

/** The folder is where the server runs: pingce-data unless it was told otherwise. */
export const COMMANDS: Record<StageName, string[]> = {
  corpus: [
    'pingce corpus screen TEXTS --out pingce-data/corpus/screened.jsonl --html pingce-data/reports/corpus-screening.html',
    'pingce corpus replace pingce-data/corpus/screened.jsonl pingce-data/corpus/replaced.jsonl --mode single',
    'pingce corpus dictionary merge A.json B.json pingce-data/corpus/inventory.json',
  ],
  annotate: [
    'pingce annotate create 评级一期 --preset space-rating --open',
    'pingce annotate import 评级一期 pingce-data/corpus/replaced.jsonl --group-by origin',
    'pingce annotate export 评级一期 --format history --out pingce-data/annotations/rating-history.jsonl',
  ],
  quality: [
    'pingce quality agreement pingce-data/annotations/rating-history.jsonl',
    'pingce quality report pingce-data/annotations/rating-history.jsonl --out pingce-data/reports/quality-report.html',
  ],
  release: [
    'pingce release split space2022/task1=gold.jsonl --out pingce-data/splits/mine',
    'pingce release pack space2022/task1=gold.jsonl --split pingce-data/splits/mine --about release.toml --out pingce-data/packs/mine',
    'pingce release verify pingce-data/packs/mine',
  ],
  systems: [
    'pingce systems list',
    'pingce systems train space2022/task1 --system linear --train train.jsonl --out pingce-data/models/linear',
    'pingce systems predict pingce-data/models/linear questions.jsonl --out answers.jsonl',
  ],
  score: [
    'pingce check space2022/task1 answers.jsonl --questions questions.jsonl',
    'pingce score space2022/task1 answers.jsonl --gold gold.jsonl --html pingce-data/reports/score-mine.html',
    'pingce score compare space2022/task1 a.jsonl b.jsonl --gold gold.jsonl',
  ],
  leaderboard: [
    'pingce leaderboard create SpaCE2022 --edition space2022 --pack pingce-data/packs/mine --open',
    'pingce leaderboard phase SpaCE2022 test --from 2027-01-10 --to 2027-01-13 --set in_all=3',
    'pingce leaderboard export SpaCE2022 --format md',
  ],
}

/** Chapters of the documentation, below /help. */
export const CHAPTERS: Record<StageName, string> = {
  corpus: '1-corpus.html',
  annotate: '2-annotate.html',
  quality: '3-quality.html',
  release: '4-release.html',
  systems: '5-systems.html',
  score: '6-score.html',
  leaderboard: '7-leaderboard.html',
}

export function reportAddress(name: string): string {
  return `/api/project/reports/${encodeURIComponent(name)}`
}

export function fileAddress(path: string): string {
  return `/api/project/files?path=${encodeURIComponent(path)}`
}
