/** How campaigns, competitions and benchmarks are archived, deleted and brought back: what one is told before, and the calls. */
import { answer, client } from '@/api/client'
import type { Words } from '@/api/form'
import { whole } from '@/components/format'
import { t } from '@/i18n'

export interface RemovalPreview {
  /** Whether its name has to be typed, because much would be lost. */
  confirm?: boolean
  /** Why it can be neither archived nor deleted now. */
  busy?: Words | null
  /** Why it cannot be deleted. */
  refused: Words | null
}

/** What is to be typed, how that is asked for, and what the field is called. */
export interface TypedName {
  name: string
  ask: string
  field: string
}

export interface Removal {
  /** What archiving and deleting do. */
  about: string
  typed?: TypedName
  look: () => Promise<RemovalPreview & { told: string }>
  archive: () => Promise<unknown>
  remove: (confirm: string) => Promise<unknown>
  restore: () => Promise<unknown>
}

export function campaignRemoval(campaign: number): Removal {
  const params = { path: { campaign } }
  return {
    about: t('removal.text'),
    async look() {
      const seen = await answer(client.GET('/api/campaigns/{campaign}/removal', { params }))
      const { items, answers, decided, people } = seen
      const counts = { items: whole(items), answers: whole(answers), decided: whole(decided), people: whole(people) }
      return { ...seen, told: t('removal.takesAlong', counts) }
    },
    archive: () => answer(client.POST('/api/campaigns/{campaign}/archive', { params })),
    remove: () => answer(client.DELETE('/api/campaigns/{campaign}', { params })),
    restore: () => answer(client.POST('/api/campaigns/{campaign}/restore', { params })),
  }
}

export function competitionRemoval(competition: number, title: string): Removal {
  const path = { competition }
  return {
    about: t('removal.competitionText'),
    typed: { name: title, ask: t('removal.typeTitle', { title }), field: t('removal.title') },
    async look() {
      const seen = await answer(client.GET('/api/competitions/{competition}/removal', { params: { path } }))
      const has = t('removal.competitionHas', { teams: whole(seen.teams), submissions: whole(seen.submissions) })
      return { ...seen, told: has + (seen.published ? t('removal.isPublished') : '') }
    },
    archive: () => answer(client.POST('/api/competitions/{competition}/archive', { params: { path } })),
    remove: (confirm) =>
      answer(client.DELETE('/api/competitions/{competition}', { params: { path, query: { confirm } } })),
    restore: () => answer(client.POST('/api/competitions/{competition}/restore', { params: { path } })),
  }
}

export function benchmarkRemoval(name: string): Removal {
  const path = { name }
  return {
    about: t('removal.benchmarkText'),
    typed: { name, ask: t('removal.typeName', { name }), field: t('removal.name') },
    async look() {
      const seen = await answer(client.GET('/api/benchmarks/{name}/removal', { params: { path } }))
      const { runs, campaigns, competitions } = seen
      const counts = { runs: whole(runs), campaigns: whole(campaigns), competitions: whole(competitions) }
      return { ...seen, told: t('removal.benchmarkHas', counts) }
    },
    archive: () => answer(client.POST('/api/benchmarks/{name}/archive', { params: { path } })),
    remove: (confirm) => answer(client.DELETE('/api/benchmarks/{name}', { params: { path, query: { confirm } } })),
    restore: () => answer(client.POST('/api/benchmarks/{name}/restore', { params: { path } })),
  }
}
