/** What people say about an item: by its number, or by one's own job at it, which is all that annotators know. */
import { answer, client, type Schemas } from './client'

export type About = { item: number } | { job: number }
type Comment = Schemas['CommentView']

export async function commentsOn(about: About): Promise<Comment[]> {
  return 'item' in about
    ? answer(client.GET('/api/items/{item}/comments', { params: { path: about } }))
    : answer(client.GET('/api/jobs/{job}/comments', { params: { path: about } }))
}

export async function addComment(about: About, text: string): Promise<Comment> {
  const body = { text }
  return 'item' in about
    ? answer(client.POST('/api/items/{item}/comments', { params: { path: about }, body }))
    : answer(client.POST('/api/jobs/{job}/comments', { params: { path: about }, body }))
}
