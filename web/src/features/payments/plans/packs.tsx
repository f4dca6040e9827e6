import type { RatePlan } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import { useMoney } from '#app/i18n/money.ts'
import paymentStyles from '../purchase/purchase.module.css'
import styles from './plans.module.css'

/** Credit packs, which are paid once. */
export const Packs = ({
  packs,
  isFirst,
}: {
  packs: readonly RatePlan[]
  /** The member has bought nothing yet: a pack raises them to level 1. */
  isFirst: boolean
}) => {
  const { t } = useLingui()
  const money = useMoney()
  if (packs.length === 0) return null
  return (
    <section className={styles.plans}>
      <h2 className={text.h3}>
        <Trans>Message packs</Trans>
      </h2>
      <p className={`${text.sm} ${text.muted}`}>
        <Trans>One payment, no renewal. Messages don’t expire.</Trans>
      </p>
      {isFirst && packs.some(({ premiumLevel }) => premiumLevel === 1) && (
        <p className={text.sm}>
          <Trans>
            With your first pack you can also read every message you receive, like without limits and search in every
            region.
          </Trans>
        </p>
      )}
      <div className={styles.packs}>
        {packs.map((pack) => {
          const total = money(pack.totalPrice, pack.currency)
          const { planName, priceNote, planId: id } = pack
          const [count, ...words] = planName.split(' ')
          return (
            <Card as="article" key={id} className={styles.pack}>
              <h3 className={styles.packName}>
                <span className={styles.packCount}>{count}</span>
                {words.length > 0 && <span className={paymentStyles.small}> {words.join(' ')}</span>}
              </h3>
              <b className={text.num}>{total}</b>
              <span className={paymentStyles.small}>
                {money(pack.periodPrice, pack.currency)} {priceNote}
              </span>
              <span className={styles.packBuy}>
                <ButtonLink
                  href={`/purchase/pay?plan=${encodeURIComponent(id)}`}
                  size="sm"
                  variant="soft"
                  block
                  aria-label={t`Buy ${planName} for ${total}`}
                >
                  <Trans>Buy</Trans>
                </ButtonLink>
              </span>
            </Card>
          )
        })}
      </div>
    </section>
  )
}
