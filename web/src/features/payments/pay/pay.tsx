import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '../../../app/session/session.tsx'
import { Title } from '../../../app/seo/title.tsx'
import { Card } from '../../../components/layout/card.tsx'
import { ErrorState } from '../../../components/feedback/empty-state.tsx'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import layout from '../../../styles/layout.module.css'
import { payRulesQuery } from '../../credits/index.ts'
import { AgeCheckForm } from './age-check-form.tsx'
import { ChangeForm } from './change-form.tsx'
import { PayForm } from './pay-form.tsx'
import { methodsFor } from './payment-methods.tsx'
import payStyles from './pay.module.css'
import styles from '../purchase/purchase.module.css'
import { PurchaseHead } from '../purchase/purchase-head.tsx'

export const handle = { bare: true, menu: false }

/** The last step: payment method, order and terms. Without a plan there is nothing to pay. */
export default function Pay() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const { session } = useSession()
  const { data, isError, isFetching, refetch } = useQuery(payRulesQuery(session))
  const planOf = (given: typeof data) => given?.ratePlan.find((one) => one.planId === query.get('plan'))
  // A purchase changes what is offered, and the socket may say so before the page has shown the result.
  const [before, setBefore] = useState(data)
  const rules = planOf(data) || !planOf(before) ? data : before
  if (rules !== before) setBefore(rules)
  const plan = planOf(rules)
  const isAgeCheck = plan !== undefined && rules?.ageCheckBy?.includes('card') === true
  const title = isAgeCheck ? t`Verifica dell’età` : t`Pagamento`
  const [first, ...others] = rules && plan ? methodsFor(rules, plan.renews, query.get('instead')) : []
  const change = plan?.change
  if (rules && !plan) return <Navigate to="/vip_plan/cred" replace />
  if (rules && plan && change?.when === 'renewal' && change.startsAt !== null)
    return (
      <>
        <PurchaseHead title={t`Cambio di piano`} />
        <main id="main" className={layout.page}>
          <Title>{t`Cambio di piano`}</Title>
          <ChangeForm plan={plan} startsAt={change.startsAt} rules={rules} />
        </main>
      </>
    )
  return (
    <>
      <PurchaseHead title={title} />
      <main id="main" className={layout.page}>
        <Title>{title}</Title>
        {isAgeCheck && <AgeCheckForm plan={plan} />}
        {rules && plan && !isAgeCheck && first && <PayForm plan={plan} rules={rules} methods={[first, ...others]} />}
        {rules && plan && !isAgeCheck && !first && (
          <Card>
            <ErrorState
              busy={isFetching}
              onRetry={() => void refetch()}
              title={<Trans>Adesso non si può pagare</Trans>}
              text={<Trans>Chi riceve i pagamenti per noi non risponde. Riprova tra qualche minuto.</Trans>}
            />
          </Card>
        )}
        {!rules && !isError && (
          <div className={styles.split} role="status" aria-busy="true" aria-label={t`Carico il pagamento`}>
            <Skeleton shape="block" className={payStyles.waiting} />
            <Skeleton shape="block" className={payStyles.waiting} />
          </div>
        )}
        {!rules && isError && (
          <Card>
            <ErrorState
              busy={isFetching}
              onRetry={() => void refetch()}
              title={<Trans>Non riusciamo a caricare il pagamento</Trans>}
            />
          </Card>
        )}
      </main>
    </>
  )
}
