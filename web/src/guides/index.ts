/** Guidelines by form, in our own words, short enough to be read while working. */
import { attribution } from './attribution'
import { cleaning, vote } from './cleaning'
import { anomaly, explanation, plain, scene, wsd } from './others'
import { rating } from './rating'
import { step } from './step'
import type { Guide, GuidePair } from './types'

export const GUIDES: Record<string, GuidePair> = {
  'space-rating': rating,
  'space-attribution': attribution,
  'space-step': step,
  'space-anomaly': anomaly,
  'space-scene': scene,
  wsd,
  'clean-passages': cleaning,
  'clean-sentences': cleaning,
  'word-vote': vote,
  'explanation-rating': explanation,
}

export function guideOf(form: string, lang: 'zh' | 'en'): Guide {
  return (GUIDES[form] ?? plain)[lang]
}
