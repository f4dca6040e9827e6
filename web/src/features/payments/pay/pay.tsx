import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, redirect, useLoaderData, useSearchParams } from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { Card } from '#components/layout/card.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import layout from '#styles/layout.module.css'
import { payRulesQuery, renderedPayRules } from '#features/credits/index.ts'
import { AgeCheckForm } from './age-check-form.tsx'
import { ChangeForm } from './change-form.tsx'
import { PayForm } from './pay-form.tsx'
import { chosenAgain, looksLikeApple, methodsFor, usePaymentSheet } from './payment-methods.tsx'
import { rememberedPayer } from './remembered-payer.ts'
import payStyles from './pay.module.css'
import styles from '../purchase/purchase.module.css'
import { PurchaseHead } from '../purchase/purchase-head.tsx'

export const handle = { bare: true, menu: false }

const Waiting = () => {
  const { t } = useLingui()
  return (
    <div className={styles.split} role="status" aria-busy="true" aria-label={t`Loading the payment`}>
      <Skeleton shape="block" className={payStyles.waiting} />
      <Skeleton shape="block" className={payStyles.waiting} />
    </div>
  )
}

const plansPath = '/vip_plan/cred'

/** With what is on offer, the document contains the card form, which then loads beside the page's script. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  if (!session) return null
  const rules = await renderedPayRules(session.clickid, api)
  const planId = new URL(request.url).searchParams.get('plan')
  if (rules && !rules.ratePlan.some((plan) => plan.planId === planId)) throw redirect(plansPath)
  const { premiumLevel } = session
  return { rules, premiumLevel, looksLikeApple: looksLikeApple(request.headers.get('user-agent')) }
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

/** The last step: payment method, order and terms. Without a plan there is nothing to pay. */
export default function Pay() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const { session } = useSession()
  const rendered = useLoaderData<typeof loader>()
  const { data, isError, isFetching, refetch } = useQuery({
    ...payRulesQuery(session),
    // A purchase changes the level, and with it what is on offer.
    initialData: (rendered?.premiumLevel === session.premiumLevel ? rendered.rules : null) ?? undefined,
  })
  const hydrating = useHydrating()
  const hasSheet = usePaymentSheet(rendered?.looksLikeApple ?? false)
  const planId = query.get('plan') ?? undefined
  const planOf = (given: typeof data) => given?.ratePlan.find((one) => one.planId === planId)
  // A purchase changes what is offered, and the socket may say so before the page has shown the result.
  const [before, setBefore] = useState(data)
  const rules = planOf(data) || !planOf(before) ? data : before
  if (rules !== before) setBefore(rules)
  const plan = planOf(rules)
  const isAgeCheck = plan !== undefined && rules?.ageCheckBy?.includes('card') === true
  const title = isAgeCheck ? t`Age check` : t`Payment`
  const declined = query.get('instead')
  // While the server's document is taken over, the page is as it was rendered there.
  const [rememberedMethod] = useState(() => (hydrating ? null : (rememberedPayer(planId)?.method ?? null)))
  const methods = rules && plan ? methodsFor(rules, { renews: plan.renews, declined, hasSheet }) : []
  const chosen = chosenAgain(methods, { paymentSystem: query.get('method'), key: rememberedMethod }) ?? methods[0]
  const change = plan?.change
  if (rules && !plan) return <Navigate to={plansPath} replace />
  if (rules && plan && change?.when === 'renewal' && change.startsAt !== null)
    return (
      <>
        <PurchaseHead title={t`Change of plan`} />
        <main id="main" className={layout.page}>
          <Title>{t`Change of plan`}</Title>
          {hydrating ? <Waiting /> : <ChangeForm plan={plan} startsAt={change.startsAt} rules={rules} />}
        </main>
      </>
    )
  return (
    <>
      <PurchaseHead title={title} />
      <main id="main" className={layout.page}>
        <Title>{title}</Title>
        {isAgeCheck && <AgeCheckForm plan={plan} />}
        {rules && plan && !isAgeCheck && chosen && (
          <PayForm plan={plan} rules={rules} methods={methods} chosen={chosen} />
        )}
        {rules && plan && !isAgeCheck && !chosen && (
          <Card>
            <ErrorState
              busy={isFetching}
              onRetry={() => void refetch()}
              title={<Trans>Payment isn’t possible right now</Trans>}
              text={<Trans>The payment service isn’t responding. Try again in a few minutes.</Trans>}
            />
          </Card>
        )}
        {!rules && !isError && <Waiting />}
        {!rules && isError && (
          <Card>
            <ErrorState
              busy={isFetching}
              onRetry={() => void refetch()}
              title={<Trans>We can’t load the payment</Trans>}
            />
          </Card>
        )}
      </main>
    </>
  )
}
