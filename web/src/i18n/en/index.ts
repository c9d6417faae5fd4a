import account from './account'
import common from './common'
import figure from './figures'
import home from './home'
import inbox from './inbox'
import manage from './manage'
import people from './people'
import review from './review'
import exports, { detail, relation, setting, step } from './settings'
import work from './work'

export default {
  ...common,
  account,
  detail,
  export: exports,
  figure,
  home,
  inbox,
  manage,
  people,
  relation,
  review,
  setting,
  step,
  work,
}
