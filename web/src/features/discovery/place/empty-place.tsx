import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Card } from '#components/layout/card.tsx'
import { activeQuery, matchesKey } from '../matches/match-query.ts'

const acts: Readonly<Record<string, MessageDescriptor>> = {
  IT: msg`Mostra tutta l’Italia`,
  ES: msg`Mostra tutta la Spagna`,
  FR: msg`Mostra tutta la Francia`,
  GB: msg`Mostra tutto il Regno Unito`,
  IE: msg`Mostra tutta l’Irlanda`,
}

/** A place without anyone for the member. The whole country is open to those who are alone in their region. */
export const EmptyPlace = () => {
  const { i18n } = useLingui()
  const { session, update } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, failure, attempt } = useAttempt()
  const isWhole = session.searchRegion === ''
  const { data: home } = useQuery(activeQuery({ ...session, searchRegion: session.region }))
  const mayLeave = session.premiumLevel > 0 || session.flow.hooks.cambia_regione !== 1 || home?.isEmpty === true
  const showAll = async () => {
    update(await api('PUT /dispenser/place', { body: { trackerId: session.clickid, wholeCountry: true } }))
    client.removeQueries({ queryKey: matchesKey, type: 'inactive' })
    void navigate('/find', { replace: true })
  }
  const act = acts[session.country]
  return (
    <Card>
      <EmptyState
        icon={MapPinOff}
        title={<Trans>Qui ancora nessuno</Trans>}
        text={
          isWhole ? (
            <Trans>Per ora non c’è nessun profilo aperto che cerchi qualcuno come te. Non ne inventiamo.</Trans>
          ) : mayLeave ? (
            <Trans>
              In questa zona non c’è nessun profilo aperto che cerchi qualcuno come te. Non ne inventiamo: guarda più
              lontano, senza un piano.
            </Trans>
          ) : (
            <Trans>
              In questa zona non c’è nessun profilo aperto che cerchi qualcuno come te. Non ne inventiamo: prova a
              cambiare zona.
            </Trans>
          )
        }
        action={
          mayLeave &&
          !isWhole &&
          act && (
            <Button busy={busy} onClick={() => void attempt(showAll)}>
              {i18n._(act)}
            </Button>
          )
        }
      />
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
    </Card>
  )
}
