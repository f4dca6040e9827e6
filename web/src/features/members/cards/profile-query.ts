import { queryOptions } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'

/** The member's own profile as the form edits it. */
export type OwnProfile = ReplyOf<'GET /api/users/profile/:trackerId'>

export const profileKey = ['profile'] as const

const fetchOwnProfile = (clickid: string, send: typeof api, signal?: AbortSignal): Promise<OwnProfile> =>
  send('GET /api/users/profile/:trackerId', { params: { trackerId: clickid }, ...(signal && { signal }) })

/** For a document, which the browser completes if this fails. */
export const renderedProfile = (clickid: string, send: Sender): Promise<OwnProfile | null> =>
  fetchOwnProfile(clickid, apiOver(send)).catch(() => null)

export const ownProfileQuery = (clickid: string) =>
  queryOptions({
    queryKey: [...profileKey, clickid],
    queryFn: ({ signal }) => fetchOwnProfile(clickid, api, signal),
  })
