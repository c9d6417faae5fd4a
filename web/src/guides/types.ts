/** A guideline in one language: short, complete enough to work by. Lines starting with `- ` are list items. */
export interface GuideSection {
  title: string
  lines: string[]
  rows?: string[][]
}

export interface Guide {
  title: string
  sections: GuideSection[]
}

export interface GuidePair {
  zh: Guide
  en: Guide
}
