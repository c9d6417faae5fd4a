/** Which component draws which widget of a form description. */

import type { Component } from 'vue'
import type { WidgetName } from '@/api/form'
import ChoiceWidget from './ChoiceWidget.vue'
import FragmentSetsWidget from './FragmentSetsWidget.vue'
import FragmentWidget from './FragmentWidget.vue'
import JudgedWidget from './JudgedWidget.vue'
import MendedWidget from './MendedWidget.vue'
import NumberWidget from './NumberWidget.vue'
import OptionsWidget from './OptionsWidget.vue'
import RoleSpansWidget from './RoleSpansWidget.vue'
import SensesWidget from './SensesWidget.vue'
import TextWidget from './TextWidget.vue'
import TuplesWidget from './TuplesWidget.vue'
import TypedSpansWidget from './TypedSpansWidget.vue'

export const WIDGETS: Record<WidgetName, Component> = {
  choice: ChoiceWidget,
  options: OptionsWidget,
  fragment: FragmentWidget,
  text: TextWidget,
  'typed-spans': TypedSpansWidget,
  'role-spans': RoleSpansWidget,
  tuples: TuplesWidget,
  'fragment-sets': FragmentSetsWidget,
  senses: SensesWidget,
  judged: JudgedWidget,
  number: NumberWidget,
  mended: MendedWidget,
}
