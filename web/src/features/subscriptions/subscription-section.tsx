import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#app/session/session.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import text from '#styles/text.module.css'
import { CardRows } from './card-rows.tsx'
import { OrderList } from './order-list.tsx'
import { ordersQuery, withdrawalQuery } from './orders-query.ts'
import { PlanRows } from './plan-rows.tsx'
import styles from './subscription.module.css'
import { WithdrawRows } from './withdraw-rows.tsx'

/** The profile's section about money: the plan, its cancellation, withdrawals, and all orders. */
export const SubscriptionSection = () => {
  const {
    session: { clickid },
  } = useSession()
  const { data, isError, isFetching, refetch } = useQuery(ordersQuery(clickid))
  const { data: withdrawal } = useQuery(withdrawalQuery(clickid))
  return (
    <Card className={styles.section} aria-busy={!data && !isError}>
      {!data && !isError && (
        <>
          <Skeleton shape="block" className={styles.skeleton} />
          <span className={text.hidden}>
            <Trans>Loading your plan…</Trans>
          </span>
        </>
      )}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load the plan</Trans>}
          text={<Trans>Your plan is still there: try again in a moment.</Trans>}
        />
      )}
      {data && (
        <ul className={styles.rows}>
          {data.subscription ? (
            <PlanRows plan={data.subscription} />
          ) : (
            <li className={styles.row}>
              <p className={styles.words}>
                <Trans>No active plan: nothing renews.</Trans>
              </p>
              <ButtonLink href="/vip_plan/cred" size="sm" variant="sec">
                <Trans>See the plans</Trans>
              </ButtonLink>
            </li>
          )}
          <CardRows />
          {withdrawal && <WithdrawRows orders={withdrawal.orders} />}
        </ul>
      )}
      {data && data.orders.length > 0 && <OrderList orders={data.orders} />}
    </Card>
  )
}
