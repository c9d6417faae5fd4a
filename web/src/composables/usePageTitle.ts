/** What the page in view is about, for the window's title: tabs with different things open can be told apart. */
import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue'

type Subject = () => string | null | undefined

const subject: ShallowRef<Subject | null> = shallowRef(null)

/** `about` names what the page shows, e.g. a campaign; nothing while it is not known yet. */
export function usePageTitle(about: Subject): void {
  subject.value = about
  onBeforeUnmount(() => {
    // The next page may have said its own already.
    if (subject.value === about) subject.value = null
  })
}

/** The parts of the window's title, from the narrow to the wide. */
export function windowTitle(page: string | null, app: string): string {
  return [subject.value?.(), page, app].filter(Boolean).join(' · ')
}
