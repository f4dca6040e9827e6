import type { SearchFilters } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { matchesKey } from '../matches/match-query.ts'
import { savedKey } from '../matches/saved-query.ts'

/**
 * Stores the member's filters, which list and deck share.
 * @param again deals the deck again
 */
export const useDeckFilters = (again: () => Promise<void>) => {
  const { session } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  return async (filters: SearchFilters): Promise<void> => {
    try {
      await api('PUT /dispenser/filters', { body: { trackerId: session.clickid, filters } })
      client.removeQueries({ queryKey: matchesKey })
      void client.invalidateQueries({ queryKey: savedKey })
      await again()
    } catch {
      // The toast informs the member; the deck keeps its cards.
      toast({ text: <Trans>We couldn’t save your filters. Try again in a moment.</Trans> })
    }
  }
}
