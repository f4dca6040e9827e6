import { Plural, Trans } from '@lingui/react/macro'
import { useDate } from '#app/i18n/date.ts'
import { useMoney } from '#app/i18n/money.ts'
import { Every, isPlan, type OfferedPlan, type PayRules } from '#features/credits/index.ts'
import styles from './terms.module.css'

/**
 * The text directly above an order button, in every flow (decision 2): whether, when and for how much the plan renews,
 * the renewal reminder, how to cancel, and the right of withdrawal.
 */
export const Terms = ({ plan, rules }: { plan: OfferedPlan; rules: PayRules }) => {
  const money = useMoney()
  const date = useDate()
  const price = money(plan.totalPrice, plan.currency)
  const { noticeDays, withdrawalDays } = rules
  const { term } = plan
  const end = term && new Date(term.endsAt)
  return (
    <div className={styles.terms}>
      {isPlan(plan) && plan.renews && end && (
        <>
          <p>
            <Trans>
              <b>
                Renews automatically <Every period={plan.period} /> at {price}, first on {date(end, 'on')},
              </b>{' '}
              until you cancel.
            </Trans>{' '}
            {term?.shortNotice ? (
              <Trans>
                The period is shorter than the {noticeDays} days’ notice: we’re telling you now, and at each renewal
                we’ll email you about the next one.
              </Trans>
            ) : (
              <Plural
                value={noticeDays}
                one="We’ll email you # day before each renewal."
                other="We’ll email you # days before each renewal."
              />
            )}
          </p>
          <p>
            <Trans>
              Cancel in two clicks under Plan and purchases → Cancel plan: it stays active until the end of the paid
              period.
            </Trans>
          </p>
        </>
      )}
      {isPlan(plan) && !plan.renews && end && (
        <p>
          <Trans>
            <b>Doesn’t renew:</b> you pay {price} once and it ends on {date(end, 'on')}.
          </Trans>
        </p>
      )}
      {!isPlan(plan) && (
        <p>
          <Trans>
            <b>A single payment of {price}, no renewal.</b> Messages don’t expire.
          </Trans>
        </p>
      )}
      <p>
        <Plural
          value={withdrawalDays}
          one="You have # day to change your mind."
          other="You have # days to change your mind."
        />{' '}
        <Trans>If you order today, up to and including {date(new Date(rules.withdrawUntil), 'to')}.</Trans>{' '}
        {isPlan(plan) ? (
          <Trans>If you’ve already used it, we keep only the days that have passed.</Trans>
        ) : (
          <Trans>If you’ve used some, we keep only those.</Trans>
        )}
      </p>
      <p>
        <Trans>
          The{' '}
          <a href="/legal/terms#billingPolicy" target="_blank" rel="noopener">
            terms of sale
          </a>{' '}
          apply.
        </Trans>
      </p>
    </div>
  )
}
