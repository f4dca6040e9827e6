import type { MemberPage, Session } from '@incontro/contract/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const memberPageKey = ['member'] as const

/** Another member's page; null if this viewer may not see one: unknown, blocked and deactivated look the same. */
export const memberQuery = (session: Pick<Session, 'country' | 'seeks'>, memberId: string) =>
  queryOptions({
    queryKey: [...memberPageKey, memberId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<MemberPage | null> => {
      const found = await api('GET /dispenser/:angelId/:country/:cerco', {
        params: { memberId, country: session.country, seeks: session.seeks },
        signal,
      })
      return found[0] ?? null
    },
  })
