import type { SearchFilters } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../app/api/api.ts'
import { useSession } from '../../../app/session/session.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { matchesKey } from '../find/match-query.ts'
import { rememberPage } from '../find/page-number.ts'

/**
 * The member's filters, kept by the server: a change shows at once and starts the list again at page 1.
 * @param kept those that the list was made with
 */
export const useFilters = (kept: SearchFilters | undefined) => {
  const { session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [wanted, setWanted] = useState<SearchFilters | null>(null)

  const save = async (filters: SearchFilters): Promise<void> => {
    setWanted(filters)
    try {
      await api('PUT /dispenser/filters', { body: { trackerId: session.clickid, filters } })
      rememberPage(1)
      void navigate('/find', { replace: true, preventScrollReset: true })
      client.removeQueries({ queryKey: ['deck'] })
      client.removeQueries({ queryKey: matchesKey, type: 'inactive' })
      await client.resetQueries({ queryKey: matchesKey })
    } catch {
      toast({ text: <Trans>Non siamo riusciti a salvare i filtri. Riprova tra poco.</Trans> })
    } finally {
      setWanted((now) => (now === filters ? null : now))
    }
  }
  return { filters: wanted ?? kept, save, busy: wanted !== null }
}
export type FilterControls = ReturnType<typeof useFilters>
