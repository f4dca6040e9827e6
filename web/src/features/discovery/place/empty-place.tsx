import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useSession } from '#app/session/session.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { Note } from '#components/feedback/note.tsx'
import { Card } from '#components/layout/card.tsx'
import { activeQuery } from '../matches/match-query.ts'
import { ShowAll, useShowAll } from './show-all.tsx'

/** A place without anyone for the member. The whole country is open to those who have few people in their region. */
export const EmptyPlace = () => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const { data } = useQuery(activeQuery({ ...session, searchRegion: session.region }))
  // As in `FewPeople`.
  const home = useHydrating() ? undefined : data
  const mayLeave = session.premiumLevel > 0 || session.flow.hooks.cambia_regione !== 1 || home?.mayLeave === true
  const { failure, ...showAll } = useShowAll()
  return (
    <Card>
      <EmptyState
        icon={MapPinOff}
        title={<Trans>Nobody here yet</Trans>}
        text={
          session.searchRegion === '' ? (
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
        action={mayLeave && <ShowAll {...showAll} />}
      />
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
    </Card>
  )
}
