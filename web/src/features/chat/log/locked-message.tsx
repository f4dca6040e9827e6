import type { Message } from '@incontro/contract/domain'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Lock, LockOpen } from 'lucide-react'
import { useSite } from '#app/brand/site.ts'
import { usePageClock } from '#app/session/page-clock.ts'
import { useMoney } from '#app/i18n/money.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { cheapest, payRulesQuery, visiblePlans } from '#features/credits/index.ts'
import { timeOfDay } from '../messages/chat-time.ts'
import styles from './locked-message.module.css'

/** A message that a free member may not read. The blurred words are filler: the real text is not in the page. */
export const LockedMessage = ({ message, name }: { message: Message; name: string }) => {
  const { locale } = useSite()
  const { timeZone } = usePageClock()
  const at = timeOfDay(message.time, locale, timeZone)
  return (
    <div className={styles.locked} data-seq={message.seq}>
      <p className={styles.lockedTitle}>
        <Icon of={Lock} size={18} />
        {message.media?.kind === 'photo' ? (
          <Trans>{name} sent you a photo</Trans>
        ) : message.media?.kind === 'voice' ? (
          <Trans>{name} sent you a voice message</Trans>
        ) : (
          <Trans>{name} sent you a message</Trans>
        )}
      </p>
      <p className={styles.filler} aria-hidden>
        {message.blurredMessage}
      </p>
      <p className={styles.lockedNote} suppressHydrationWarning>
        <Trans>Written at {at}</Trans>
      </p>
    </div>
  )
}

/** One button for all locked messages of a conversation, with the lowest price to read them (rule 12.16). */
export const UnlockMessages = ({ count, onUnlock }: { count: number; onUnlock: () => void }) => {
  const { session } = useSession()
  const money = useMoney()
  const { data: rules } = useQuery(payRulesQuery(session))
  const least = rules && cheapest(visiblePlans(rules))
  return (
    <div className={styles.unlock}>
      <Button onClick={onUnlock}>
        <Icon of={LockOpen} size={18} />
        <span>
          <Plural value={count} one="Read the message" other="Read # messages" />
          {least && (
            <>
              {' · '}
              <Trans>from {money(least.totalPrice, least.currency)}</Trans>
            </>
          )}
        </span>
      </Button>
      <p className={styles.lockedNote}>
        <Trans>With a plan or a pack you can read every message you receive, including the ones already here.</Trans>
      </p>
    </div>
  )
}
