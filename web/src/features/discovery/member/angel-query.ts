import type { AngelView, SessionView } from '@incontro/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'

/** Another member's page, or null when there is none for this viewer: unknown, blocked and deactivated look the same. */
export const angelQuery = (session: Pick<SessionView, 'country' | 'cerco'>, angelId: string) =>
  queryOptions({
    queryKey: ['angel', angelId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<AngelView | null> => {
      const found = await api('GET /dispenser/:angelId/:country/:cerco', {
        params: { angelId, country: session.country, cerco: session.cerco },
        signal,
      })
      return found[0] ?? null
    },
  })
