import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { messagesLeft } from '#app/session/messages-left.ts'
import { useSession } from '#app/session/session.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { CreditBattery, MessageCount } from '#components/marks/credit-battery.tsx'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'

/** The remaining credits. */
export const CreditsCard = () => {
  const { session } = useSession()
  const { premiumLevel, totalCredits, icebreakerCredits, likeCredits } = session
  return (
    <Card className={styles.section}>
      <h2 className={text.h3}>
        <Trans context="those written">Messages</Trans>
      </h2>
      <div className={styles.line}>
        <div>
          <p className={styles.balance}>
            {premiumLevel === 2 ? (
              <Trans>Unlimited messages</Trans>
            ) : (
              <>
                <CreditBattery credits={totalCredits} />
                <MessageCount messages={messagesLeft(session)} />
              </>
            )}
          </p>
          {premiumLevel === 0 && (
            <p className={styles.small}>
              <Plural value={icebreakerCredits} one="# first message" other="# first messages" />
              {' · '}
              <Plural value={likeCredits} one="# like" other="# likes" />
            </p>
          )}
        </div>
        {premiumLevel < 2 && (
          <ButtonLink href="/vip_plan/cred" size="sm" variant="soft">
            <Trans>Add</Trans>
          </ButtonLink>
        )}
      </div>
      <p>
        <Link className={text.link} to="/credits">
          <Trans>See your balance history</Trans>
        </Link>
      </p>
    </Card>
  )
}
