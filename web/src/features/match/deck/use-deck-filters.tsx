import type { SearchFilters } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api/api.ts'
import { useSession } from '../../../app/session/session.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { matchesKey, savedKey } from '../../discovery/index.ts'
import type { DeckControls } from './use-deck.tsx'

/** Stores the member's filters, which the list shares, and deals the deck again. */
export const useDeckFilters = ({ again }: DeckControls) => {
  const { session } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async (filters: SearchFilters): Promise<void> => {
    setBusy(true)
    try {
      await api('PUT /dispenser/filters', { body: { trackerId: session.clickid, filters } })
      client.removeQueries({ queryKey: matchesKey })
      void client.invalidateQueries({ queryKey: savedKey })
      await again()
    } catch {
      // The toast informs the member; the deck keeps its cards.
      toast({ text: <Trans>Non siamo riusciti a salvare i filtri. Riprova tra poco.</Trans> })
    } finally {
      setBusy(false)
    }
  }
  return { save, busy }
}
