import type { HookCode, SearchFilters } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { matchesKey } from '../matches/match-query.ts'
import { rememberPage } from '../matches/page-number.ts'
import { savedKey } from '../matches/saved-query.ts'

/**
 * The member's filters, which the server stores. A change shows immediately and restarts the list at page 1.
 * @param kept the filters that the list was fetched with
 * @param onHook shows the hook of a search that needs a plan
 */
export const useFilters = (kept: SearchFilters | undefined, onHook: (hook: HookCode) => void) => {
  const { session, update } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [wanted, setWanted] = useState<SearchFilters | null>(null)

  const startAgain = async (): Promise<void> => {
    rememberPage(1)
    void navigate('/find', { replace: true, preventScrollReset: true })
    client.removeQueries({ queryKey: ['deck'] })
    client.removeQueries({ queryKey: matchesKey, type: 'inactive' })
    void client.invalidateQueries({ queryKey: savedKey })
    await client.resetQueries({ queryKey: matchesKey })
  }
  const save = async (filters: SearchFilters): Promise<void> => {
    setWanted(filters)
    try {
      await api('PUT /dispenser/filters', { body: { trackerId: session.clickid, filters } })
      await startAgain()
    } catch {
      // The toast informs the member; the stored filters stay selected.
      toast({ text: <Trans>We couldn’t save your filters. Try again in a moment.</Trans> })
    } finally {
      setWanted((now) => (now === filters ? null : now))
    }
  }
  /** Runs a saved search. @throws ApiProblem `cambia_regione` if it needs a plan */
  const open = async (searchId: string): Promise<void> => {
    const { filters, ...place } = await api('POST /dispenser/searches/:searchId/open', {
      params: { searchId },
      body: { trackerId: session.clickid },
    })
    setWanted(filters)
    update(place)
    // The caller does not wait for the list.
    void startAgain().finally(() => setWanted((now) => (now === filters ? null : now)))
  }
  return { filters: wanted ?? kept, save, open, onHook, busy: wanted !== null }
}
export type FilterControls = ReturnType<typeof useFilters>
