import { Trans } from '@lingui/react/macro'
import { ChevronRight, Coins, InfinityIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import styles from './hook-dialog.module.css'
import { useMoney } from '#app/i18n/money.ts'
import { cheapest, isPlan, type PayRules, visiblePlans } from './pay-rules.ts'

/** The smallest pack and the shortest plan, with their total prices. The plans page shows the rest. */
export const Offers = ({ rules, onChoose }: { rules: PayRules; onChoose: () => void }) => {
  const money = useMoney()
  const plans = visiblePlans(rules)
  const shown = [cheapest(plans.filter((plan) => !isPlan(plan))), cheapest(plans.filter(isPlan))].filter(
    (plan) => plan !== undefined,
  )
  return (
    <ul className={styles.offers}>
      {shown.map((plan) => (
        <li key={plan.planId}>
          <Link
            className={styles.offer}
            to={`/purchase/pay?plan=${encodeURIComponent(plan.planId)}`}
            onClick={onChoose}
          >
            <span className={styles.icon}>
              <Icon of={isPlan(plan) ? InfinityIcon : Coins} />
            </span>
            <span className={styles.words}>
              <b>{isPlan(plan) ? <Trans>{plan.planName}</Trans> : plan.planName}</b>
              <span>{plan.description}</span>
            </span>
            <b className={styles.price}>{money(plan.totalPrice, plan.currency)}</b>
            <Icon of={ChevronRight} size={18} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
