/** Light, dark or as the system has it; remembered in this browser. */
import { darkTheme, type GlobalTheme, type GlobalThemeOverrides } from 'naive-ui'
import { computed, ref, watchEffect } from 'vue'

export type ThemeChoice = 'system' | 'light' | 'dark'
const KEY = 'pingce.theme'

function remembered(value = localStorage.getItem(KEY)): ThemeChoice {
  return value === 'light' || value === 'dark' ? value : 'system'
}

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const system = ref(systemDark.matches)
systemDark.addEventListener('change', (event) => (system.value = event.matches))

export const themeChoice = ref<ThemeChoice>(remembered())
export const isDark = computed(() => (themeChoice.value === 'system' ? system.value : themeChoice.value === 'dark'))
export const naiveTheme = computed<GlobalTheme | null>(() => (isDark.value ? darkTheme : null))

/** What is chosen in one tab holds in all. */
window.addEventListener('storage', (event) => {
  if (event.key === KEY) themeChoice.value = remembered(event.newValue)
})

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice
  localStorage.setItem(KEY, choice)
}

watchEffect(() => {
  document.documentElement.dataset.theme = isDark.value ? 'dark' : 'light'
})

const light = {
  primary: '#1f6f5c',
  hover: '#2a8570',
  pressed: '#18594a',
  line: '#e2e0d8',
  surface: '#ffffff',
  ink: '#1d2421',
  ink3: '#5f6964',
}
const dark = {
  primary: '#5cc3a3',
  hover: '#7ad4b8',
  pressed: '#49a98b',
  line: '#323b37',
  surface: '#1b211e',
  ink: '#e7ebe8',
  ink3: '#9aa59f',
}

export const naiveOverrides = computed<GlobalThemeOverrides>(() => {
  const c = isDark.value ? dark : light
  return {
    common: {
      primaryColor: c.primary,
      primaryColorHover: c.hover,
      primaryColorPressed: c.pressed,
      primaryColorSuppl: c.hover,
      borderRadius: '7px',
      borderColor: c.line,
      dividerColor: c.line,
      cardColor: c.surface,
      modalColor: c.surface,
      popoverColor: c.surface,
      tableColor: c.surface,
      bodyColor: c.surface,
      textColorBase: c.ink,
      placeholderColor: c.ink3,
      fontFamily: 'var(--font)',
      fontFamilyMono: 'var(--mono)',
    },
    // What cannot be changed now can still be read.
    Checkbox: { textColorDisabled: c.ink3 },
    Drawer: { color: c.surface },
    Form: { feedbackTextColor: c.ink3 },
    Tag: {
      textColorInfo: 'var(--info)',
      colorInfo: 'var(--info-weak)',
      textColorSuccess: 'var(--good)',
      colorSuccess: 'var(--good-weak)',
      textColorWarning: 'var(--warn)',
      colorWarning: 'var(--warn-weak)',
      textColorError: 'var(--danger)',
      colorError: 'var(--danger-weak)',
    },
    Progress: { fillColor: c.primary, railColor: isDark.value ? '#2d3531' : '#e8e6de' },
    DataTable: { thColor: isDark.value ? '#242b28' : '#f6f5f1', fontSizeMedium: '14px' },
  }
})
