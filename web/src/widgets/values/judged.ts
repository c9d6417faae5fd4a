/** Explanations begun from a template whose empty quotation marks are to be filled. */

const GAP = '“”'

/**
 * The template with D1 and D2 where it names the difference: its first two gaps, and the two gaps of the sentence that
 * compares them (`“”和“”` again). The entities stay for the annotator.
 */
export function explanationStart(template: string, first: string, second: string): string {
  const both = `${GAP}和${GAP}`
  return first || second ? template.replaceAll(both, `“${first}”和“${second}”`) : template
}

/** Nobody has written anything yet: empty, or a template as it was put there. */
export function isStart(text: string, starts: readonly string[]): boolean {
  return text.trim() === '' || starts.includes(text)
}
