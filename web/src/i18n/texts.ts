/** All texts of the pages, one file per page; `t('work.title')` finds `title` in `work.ts`. */
import account from './account'
import common from './common'
import competition, { organise } from './competitions'
import errors, { answers } from './errors'
import figure from './figures'
import home from './home'
import inbox from './inbox'
import login, { join } from './login'
import manage from './manage'
import people from './people'
import review from './review'
import exports, { detail, relation, setting, step } from './settings'
import stages from './stages'
import tryIt from './try'
import widget, { roleMark, sceneRole, wordClass } from './widgets'
import work from './work'

export const TEXTS = {
  ...common,
  account,
  answers,
  competition,
  detail,
  errors,
  export: exports,
  figure,
  home,
  inbox,
  join,
  login,
  manage,
  organise,
  people,
  relation,
  review,
  roleMark,
  sceneRole,
  setting,
  stages,
  step,
  tryIt,
  widget,
  wordClass,
  work,
}
