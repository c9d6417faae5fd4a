/** All texts of the pages, one file per page; `t('work.title')` finds `title` in `work.ts`. */
import type { Words } from '@/api/form'
import account from './account'
import bell from './bell'
import benchmark from './benchmarks'
import builder from './builder'
import calendar from './calendar'
import chain, { tier } from './chain'
import { cleaning } from './cleaning'
import common from './common'
import competition, { organise } from './competitions'
import deliveries from './deliveries'
import errors, { answers } from './errors'
import figure from './figures'
import find from './find'
import gloss from './glosses'
import home from './home'
import imports from './import'
import inbox from './inbox'
import lexicon from './lexicon'
import dictionaries from './dictionaries'
import login, { join } from './login'
import manage from './manage'
import model from './models'
import news from './news'
import people from './people'
import removal from './removal'
import recipe from './recipes'
import result from './results'
import prizes from './prizes'
import registering from './registering'
import review from './review'
import exports, { detail, relation, setting, step } from './settings'
import stages from './stages'
import study from './studies'
import trace from './trace'
import training from './training'
import tryIt from './try'
import { vote } from './votes'
import welcome, { start, tour } from './welcome'
import widget, { roleMark, sceneRole, wordClass } from './widgets'
import work from './work'

export const TEXTS = {
  ...common,
  account,
  answers,
  bell,
  benchmark,
  builder,
  calendar,
  chain,
  cleaning,
  competition,
  deliveries,
  detail,
  errors,
  export: exports,
  figure,
  find,
  gloss,
  home,
  import: imports,
  inbox,
  join,
  login,
  manage,
  model,
  news,
  organise,
  people,
  lexicon,
  dictionaries,
  recipe,
  prizes,
  registering,
  relation,
  removal,
  result,
  review,
  roleMark,
  sceneRole,
  setting,
  stages,
  study,
  start,
  step,
  tier,
  tour,
  trace,
  vote,
  training,
  tryIt,
  welcome,
  widget,
  wordClass,
  work,
}

type KeysOf<Branch> = {
  [Step in keyof Branch & string]: Branch[Step] extends Words ? Step : `${Step}.${KeysOf<Branch[Step]>}`
}[keyof Branch & string]

/** The key of a text: one that is not there does not pass the type checker. */
export type TextKey = KeysOf<typeof TEXTS>
