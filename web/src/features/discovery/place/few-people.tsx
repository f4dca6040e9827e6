import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#app/session/session.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import text from '#styles/text.module.css'
import { activeQuery } from '../matches/match-query.ts'
import { ShowAll, useShowAll } from './show-all.tsx'
import styles from './few-people.module.css'

/** At the end of a list that is short: where few people fit, looking elsewhere needs no plan. */
export const FewPeople = () => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const isBound = session.premiumLevel === 0 && session.flow.hooks.cambia_regione === 1
  const isHome = session.searchRegion === session.region
  const { data } = useQuery({ ...activeQuery(session), enabled: isBound && isHome && session.region !== '' })
  // The head of the page asks, too, and may have the answer before this part is hydrated: the document has none.
  const here = useHydrating() ? undefined : data
  const { failure, ...showAll } = useShowAll()
  if (!isBound || !isHome || !here?.mayLeave || here.isEmpty) return null
  return (
    <div className={styles.few}>
      <p className={text.muted}>
        <Trans>There aren’t many people in this area yet. Look further away, no plan needed.</Trans>
      </p>
      <ShowAll {...showAll} />
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
    </div>
  )
}
