/** Files go as multipart forms, which the generated client does not write by itself. */
import { answer, client } from './client'

type Part = Blob | string | undefined
type Body = Record<string, Part>
/** A file under a name that may have folders in it. */
export interface NamedFile {
  file: File
  name: string
}

/** POST of a form with files; `path` has its parameters filled in already. */
export async function upload<T>(path: string, parts: Body, files: readonly NamedFile[] = []): Promise<T> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) if (part !== undefined) form.append(name, part)
  for (const { file, name } of files) form.append('files', file, name)
  const post = client.POST as unknown as (
    path: string,
    init: { body: FormData; bodySerializer: (body: FormData) => FormData },
  ) => Promise<{ data?: T; error?: unknown; response: Response }>
  return answer(post(path, { body: form, bodySerializer: (body) => body }))
}
