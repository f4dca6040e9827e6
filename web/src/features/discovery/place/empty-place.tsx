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
  IT: msg`Show all of Italy`,
  ES: msg`Show all of Spain`,
  FR: msg`Show all of France`,
  GB: msg`Show all of the UK`,
  IE: msg`Show all of Ireland`,
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
        title={<Trans>Nobody here yet</Trans>}
        text={
          isWhole ? (
            <Trans>Nobody with an open profile is looking for someone like you yet. We don’t make people up.</Trans>
          ) : mayLeave ? (
            <Trans>
              Nobody in this area with an open profile is looking for someone like you. We don’t make people up: look
              further away, no plan needed.
            </Trans>
          ) : (
            <Trans>
              There’s no open profile in this area looking for someone like you. We don’t make any up: try another area.
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
