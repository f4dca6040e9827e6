import { queryOptions } from '@tanstack/react-query'
import { api, type ReplyOf } from '../../../app/api/api.ts'

/** The member's own profile as the form edits it. */
export type OwnProfile = ReplyOf<'GET /api/users/profile/:trackerId'>

export const profileKey = ['profile'] as const

export const ownProfileQuery = (clickid: string) =>
  queryOptions({
    queryKey: [...profileKey, clickid],
    queryFn: ({ signal }): Promise<OwnProfile> =>
      api('GET /api/users/profile/:trackerId', { params: { trackerId: clickid }, signal }),
  })
