import type { MemberPage, Session } from '@incontro/contract/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, apiOver, type Sender } from './api.ts'

export const memberPageKey = ['member'] as const

type Viewer = Pick<Session, 'country' | 'seeks'>

const fetchMember = async (
  { country, seeks }: Viewer,
  memberId: string,
  send: typeof api,
  signal?: AbortSignal,
): Promise<MemberPage | null> => {
  const params = { memberId, country, seeks }
  const found = await send('GET /dispenser/:angelId/:country/:cerco', { params, ...(signal && { signal }) })
  return found[0] ?? null
}

/** For a document: undefined if this fails. */
export const renderedMember = (
  viewer: Viewer,
  memberId: string,
  send: Sender,
): Promise<MemberPage | null | undefined> =>
  fetchMember(viewer, memberId, apiOver(send)).catch(
    // The browser asks again, and shows a lasting failure.
    () => undefined,
  )

/** Another member's page; null if this viewer may not see one: unknown, blocked and deactivated look the same. */
export const memberQuery = (viewer: Viewer, memberId: string) =>
  queryOptions({
    queryKey: [...memberPageKey, memberId],
    staleTime: 30_000,
    queryFn: ({ signal }) => fetchMember(viewer, memberId, api, signal),
  })
