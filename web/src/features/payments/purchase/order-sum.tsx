import { decimal, minorOf, taxWithin } from '@incontro/contract/money'
import { Trans } from '@lingui/react/macro'
import { useMoney } from '#app/i18n/money.ts'
import { dueToday, isPlan, type OfferedPlan, type PayRules } from '#features/credits/index.ts'
import styles from './order-sum.module.css'
import { useDate } from '#app/i18n/date.ts'

/** The ordered plan, what is credited for the plan before, the included tax, the total. */
export const OrderSum = ({ plan, rules, total = false }: { plan: OfferedPlan; rules: PayRules; total?: boolean }) => {
  const money = useMoney()
  const date = useDate()
  const { vatRate, vatTerritory } = rules
  const { change } = plan
  const due = dueToday(plan)
  const vat = decimal(taxWithin(minorOf(due, plan.currency), vatRate), plan.currency)
  const isLater = change?.when === 'renewal'
  return (
    <dl className={styles.sum}>
      <div>
        <dt>
          {isPlan(plan) ? <Trans>{plan.planName}</Trans> : plan.planName}
          {total && plan.term && (
            <span className={styles.term}>
              <Trans>
                from {date(new Date(plan.term.startsAt), 'from')} to {date(new Date(plan.term.endsAt), 'to')}
              </Trans>
            </span>
          )}
          {total && !isPlan(plan) && <span className={styles.term}>{plan.description}</span>}
        </dt>
        <dd>{money(plan.totalPrice, plan.currency)}</dd>
      </div>
      {change?.when === 'now' && (
        <div>
          <dt>
            <Trans>Credit from your previous plan</Trans>
          </dt>
          <dd>−{money(change.credit, plan.currency)}</dd>
        </div>
      )}
      <div className={styles.vat}>
        <dt>
          {vatRate === 0 && vatTerritory !== null ? (
            <Trans>VAT 0%: {vatTerritory} is outside the VAT area</Trans>
          ) : (
            <Trans>including VAT {vatRate}%</Trans>
          )}
        </dt>
        <dd>{money(vat, plan.currency)}</dd>
      </div>
      {(total || change?.when === 'now') && (
        <div className={styles.total}>
          <dt>
            <Trans>Total today</Trans>
          </dt>
          <dd>{money(isLater ? change.due : due, plan.currency)}</dd>
        </div>
      )}
    </dl>
  )
}
