import { maxMessageLength } from '@incontro/contract/limits'
import { Plural, Trans } from '@lingui/react/macro'
import { Coins, InfinityIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSite } from '#app/brand/site.ts'
import { dayOf } from '#app/i18n/date-forms.ts'
import { useCounts, useSession } from '#app/session/session.tsx'
import { useTimeZone } from '#app/session/time-zone.ts'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '#components/marks/icon.tsx'
import { messageCost } from './message-cost.ts'
import styles from './composer.module.css'

const CoveredNote = lazy(() => import('./covered-note.tsx'))

/** Shows what sending costs, what is left, and what of the text will be covered, before the member sends. */
export const CostLine = ({
  icebreaker,
  text,
  covers,
  editing = false,
}: {
  icebreaker: boolean
  text: string
  /** The other member has not written yet, so numbers, links and names of accounts are covered. */
  covers: boolean
  /** Editing a message costs nothing. */
  editing?: boolean
}) => {
  const { session } = useSession()
  const { locale } = useSite()
  const timeZone = useTimeZone()
  const price = messageCost(session, icebreaker)
  const { have, withIcebreakers, messages } = price
  const cost = editing ? 0 : price.cost
  const counts = useCounts()
  const next = withIcebreakers ? dayOf(counts?.navigation.nextIcebreakerAt, locale, timeZone, 'on') : null
  const left = maxMessageLength - text.length
  return (
    <>
      <Suspense fallback={null}>{covers && text !== '' && <CoveredNote text={text} />}</Suspense>
      <div className={styles.cost}>
        <span id="cost" className={classNames(cost > have && styles.out)}>
          <Icon of={cost === 0 && !editing ? InfinityIcon : Coins} size={16} />
          {editing && <Trans>Editing is free</Trans>}
          {cost === 0 && !editing && <Trans>Unlimited messages</Trans>}
          {cost > 0 && (
            <span>
              {withIcebreakers ? (
                <Trans>
                  1 first message · {have} left, plus {messages} to keep talking
                </Trans>
              ) : (
                <Trans>1 message · {messages} left</Trans>
              )}
              {cost > have && next && (
                <>
                  {' · '}
                  <Trans>the next one comes on {next}</Trans>
                </>
              )}
            </span>
          )}
        </span>
        {left <= 200 ? (
          <span role="status">
            <Plural value={left} one="# character left" other="# characters left" />
          </span>
        ) : (
          <span className={styles.keys}>
            <Trans>Enter to send, Shift+Enter for a new line</Trans>
          </span>
        )}
      </div>
    </>
  )
}
