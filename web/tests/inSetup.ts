/** Runs a composable inside a component, so that its hooks work; `unmount` ends it. */
import { mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'

export function inSetup<T>(make: () => T): { result: T; unmount: () => void } {
  let result: T | undefined
  const wrapper = mount(
    defineComponent({
      setup() {
        result = make()
        return () => h('div')
      },
    }),
  )
  return { result: result as T, unmount: () => wrapper.unmount() }
}
