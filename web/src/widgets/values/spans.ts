/** Fragments in roles as files write them: `[{role, text, idxes}]`, in the order the task names its roles. */

import { type Fragment, fragment, joined } from '@/text/fragment'

export type RoleSpan = { role: string; text: string; idxes: number[] }
/** `fragments` comes before `type`, as in the published files. */
export type Reason = { fragments: RoleSpan[]; type: string }

export function spanOf(spans: readonly RoleSpan[], role: string): RoleSpan | undefined {
  return spans.find((span) => span.role === role)
}

/** With `role` filled; undefined empties it. */
export function withRole(
  spans: readonly RoleSpan[],
  roles: readonly string[],
  role: string,
  value: Fragment | undefined,
): RoleSpan[] {
  const others = spans.filter((span) => span.role !== role)
  if (!value) return others
  const all = [...others, { role, text: value.text, idxes: [...value.idxes] }]
  // Roles the task does not know stay behind the others.
  const place = (span: RoleSpan): number => (roles.includes(span.role) ? roles.indexOf(span.role) : roles.length)
  return all.sort((a, b) => place(a) - place(b))
}

/** `more` joined behind what stands in a slot already. */
export function appended(chars: readonly string[], old: Fragment | undefined, more: Fragment): Fragment {
  return old ? fragment(chars, joined(old.idxes, more.idxes)) : more
}

export function withItem<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((one, i) => (i === index ? value : one))
}

export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index)
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length || from === to) return [...list]
  const rest = without(list, from)
  rest.splice(to, 0, list[from] as T)
  return rest
}

/** The first role without a fragment after `from`, round the end; `from` where all are filled. */
export function nextRole(spans: readonly RoleSpan[], roles: readonly string[], from: string): string {
  const at = roles.indexOf(from)
  const order = [...roles.slice(at + 1), ...roles.slice(0, at)]
  return order.find((role) => !spanOf(spans, role)) ?? from
}
