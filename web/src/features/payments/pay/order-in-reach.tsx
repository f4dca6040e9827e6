import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMoney } from '#app/i18n/money.ts'
import { Button } from '#components/buttons/button.tsx'
import { goToSection } from '../purchase/go-to-section.ts'
import { dueToday, type OfferedPlan } from '#features/credits/index.ts'
import styles from '../purchase/purchase.module.css'

/** The section of the order: terms, consents and the button that orders. */
export const orderId = 'order'

/**
 * A bar for phones with the total and a button that scrolls to the order while that is below the screen. The bar does
 * not order: price, renewal and cancellation terms are directly above the one button that does.
 */
export const OrderInReach = ({ plan }: { plan: OfferedPlan }) => {
  const money = useMoney()
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    const order = document.getElementById(orderId)
    if (!order) return
    // A first line at the bottom edge does not count as visible.
    const watcher = new IntersectionObserver(([entry]) => setIsBelow(entry?.isIntersecting === false), {
      rootMargin: '0px 0px -40%',
    })
    watcher.observe(order)
    return () => watcher.disconnect()
  }, [])
  if (!isBelow) return null
  return (
    <div className={styles.reach}>
      <b className={styles.reachName}>
        {plan.planName} · {money(dueToday(plan), plan.currency)}
      </b>
      {/* Not a link to the section: the page's address has to keep the plan, and its fields what was typed. */}
      <Button size="lg" variant="soft" block onClick={() => goToSection(orderId)}>
        <Trans>Review and order</Trans>
      </Button>
    </div>
  )
}
