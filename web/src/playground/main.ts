/** Every widget on a page of its own: `npm run dev`, then /playground.html?form=space-step. Not part of the build. */
import { createApp } from 'vue'
import { i18n } from '@/i18n'
import '@/theme'
import '@/styles/base.css'
import Playground from './Playground.vue'

createApp(Playground).use(i18n).mount('#app')
