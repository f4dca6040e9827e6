import { Trans } from '@lingui/react/macro'
import { Badge } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import { useMoney } from '#app/i18n/money.ts'
import { useDate } from '#app/i18n/date.ts'
import { Every, type OfferedPlan, type PayRules, type Period } from '#features/credits/index.ts'
import paymentStyles from '../purchase/purchase.module.css'
import styles from './plans.module.css'

type Running = NonNullable<PayRules['subscription']>

/** What becomes of the member's running plan. */
const Course = ({ running }: { running: Running }) => {
  const date = useDate()
  const on = date(new Date(running.endsAt), 'on')
  const until = date(new Date(running.endsAt), 'to')
  const next = running.next?.planName
  if (next !== undefined)
    return (
      <Trans>
        Paid until {until}, then it changes to {next}.
      </Trans>
    )
  if (running.renewsAt !== null) return <Trans>Renews on {on}.</Trans>
  return <Trans>Ends on {on}.</Trans>
}

/**
 * A plan as a radio button: monthly and total price, and the old price only if it was the lowest of the last 30 days.
 */
export const PlanRow = ({
  plan,
  running,
  period,
  checked,
  error,
  onChoose,
  onGoOn,
}: {
  plan: OfferedPlan
  /** The member's plan, if any. */
  running: Running | null
  period: Period
  checked: boolean
  /** The id of an error about the choice. */
  error: string | undefined
  onChoose: () => void
  /** A second click on the chosen plan. */
  onGoOn: () => void
}) => {
  const money = useMoney()
  const date = useDate()
  const { currency, oldPrice: old, renews } = plan
  const total = money(plan.totalPrice, currency)
  const isRunning = running?.planId === plan.planId
  const isNext = running?.next?.planId === plan.planId
  return (
    <label className={styles.plan}>
      <input
        className={paymentStyles.radio}
        type="radio"
        name="plan"
        value={plan.planId}
        checked={checked}
        aria-describedby={error}
        onChange={onChoose}
        onClick={() => {
          // As rendered, so false for the click that chooses it.
          if (checked) onGoOn()
        }}
        onKeyUp={(event) => {
          // A space would click it, but means no more than that it is chosen.
          if (checked && event.key === ' ') event.preventDefault()
        }}
      />
      <span>
        <span className={styles.planName}>
          {plan.planName}
          {isRunning && (
            <Badge tone="ok">
              <Trans>Your plan</Trans>
            </Badge>
          )}
          {isNext && (
            <Badge tone="info">
              <Trans>Your next plan</Trans>
            </Badge>
          )}
          {plan.badge && !isRunning && !isNext && <Badge tone="acc">{plan.badge}</Badge>}
        </span>
        <span className={styles.planText}>
          {old && (
            <>
              <span className={text.hidden}>
                <Trans>Before</Trans>{' '}
              </span>
              <s className={styles.old}>{money(old, currency)}</s>{' '}
            </>
          )}
          {renews ? (
            <Trans>
              <b>{total}</b> in total, <Every period={period} />
            </Trans>
          ) : (
            <Trans>
              <b>{total}</b> in total, once
            </Trans>
          )}
        </span>
        {old && (
          <span className={paymentStyles.small}>
            <Trans>Lowest price of the last 30 days: {money(old, currency)}</Trans>
          </span>
        )}
        {running && isRunning && (
          <span className={`${paymentStyles.small} ${styles.change}`}>
            <Course running={running} />
          </span>
        )}
        {plan.change?.when === 'now' && (
          <span className={`${paymentStyles.small} ${styles.change}`}>
            <Trans>
              Instead of your current plan, from now: with {money(plan.change.credit, currency)} of credit you pay{' '}
              {money(plan.change.due, currency)} today.
            </Trans>
          </span>
        )}
        {plan.change?.startsAt && (
          <span className={`${paymentStyles.small} ${styles.change}`}>
            <Trans>
              Instead of your current plan, from {date(new Date(plan.change.startsAt), 'from')}. You pay nothing today.
            </Trans>
          </span>
        )}
        {plan.suggestion && <span className={paymentStyles.small}>{plan.suggestion}</span>}
      </span>
      <span className={styles.price}>
        <b>{money(plan.periodPrice, currency)}</b>
        <span>{plan.priceNote}</span>
      </span>
    </label>
  )
}
