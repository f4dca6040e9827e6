import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Title } from '#app/seo/title.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { SubscriptionSection } from '#features/subscriptions/index.ts'
import { Part } from '../cards/part.tsx'
import styles from '../cards/profile.module.css'
import { CreditsCard } from '../details/credits-card.tsx'

export const handle: MemberHandle = { title: msg`Plan and purchases` }

/** What the member has and has paid: messages, the plan with its end, withdrawals, orders and receipts. */
export default function Purchases() {
  const { t } = useLingui()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Plan and purchases`}</Title>
      <h1 className={classNames(text.h1, text.inBar, styles.heading)}>
        <Trans>Plan and purchases</Trans>
      </h1>
      <div className={styles.columns}>
        <div className={styles.side}>
          <CreditsCard />
        </div>
        <div className={styles.groups}>
          <Part id="plan" title={<Trans>Your plan</Trans>}>
            <SubscriptionSection />
          </Part>
        </div>
      </div>
    </main>
  )
}
