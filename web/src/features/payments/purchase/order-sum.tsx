import { decimal, minorOf, taxWithin } from '@incontro/contract/money'
import type { RatePlan } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useMoney } from '../../../app/i18n/money.ts'
import { isPlan, type PayRules, termEnd } from '../../credits/index.ts'
import styles from './order-sum.module.css'
import { useDate } from '../../../app/i18n/date.ts'

/** The ordered plan, the included tax, the total. */
export const OrderSum = ({ plan, rules, total = false }: { plan: RatePlan; rules: PayRules; total?: boolean }) => {
  const money = useMoney()
  const date = useDate()
  const { vatRate } = rules
  const vat = decimal(taxWithin(minorOf(plan.totalPrice, plan.currency), vatRate), plan.currency)
  const [from] = useState(() => new Date())
  return (
    <dl className={styles.sum}>
      <div>
        <dt>
          {isPlan(plan) ? <Trans>Piano {plan.planName}</Trans> : plan.planName}
          {total && isPlan(plan) && (
            <span className={styles.term}>
              <Trans>
                dal {date(from)} al {date(termEnd(from, plan.period))}
              </Trans>
            </span>
          )}
          {total && !isPlan(plan) && <span className={styles.term}>{plan.description}</span>}
        </dt>
        <dd>{money(plan.totalPrice, plan.currency)}</dd>
      </div>
      <div className={styles.vat}>
        <dt>
          <Trans>di cui IVA {vatRate} %</Trans>
        </dt>
        <dd>{money(vat, plan.currency)}</dd>
      </div>
      {total && (
        <div className={styles.total}>
          <dt>
            <Trans>Totale oggi</Trans>
          </dt>
          <dd>{money(plan.totalPrice, plan.currency)}</dd>
        </div>
      )}
    </dl>
  )
}
