import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useDate } from '#app/i18n/date.ts'
import {
  dueToday,
  Every,
  hookTextOf,
  isPlan,
  type OfferedPlan,
  type PayRules,
  payRulesQuery,
  visiblePlans,
} from '#features/credits/index.ts'
import { useMoney } from '#app/i18n/money.ts'
import { AgeCheck } from './age-check.tsx'
import { FromConversation } from './from-conversation.tsx'
import { Included } from './included.tsx'
import { OrderSum } from '../purchase/order-sum.tsx'
import { Packs } from './packs.tsx'
import planStyles from './plans.module.css'
import styles from '../purchase/purchase.module.css'
import { PlanRow } from './plan-row.tsx'
import { PhoneHead } from '../purchase/purchase-head.tsx'
import { Terms } from '../purchase/terms.tsx'

export const handle = { menu: false, appBar: 'none' }

const Loading = () => {
  const { t } = useLingui()
  return (
    <div className={planStyles.plans} role="status" aria-busy="true" aria-label={t`Loading the plans`}>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} shape="block" className={planStyles.skeleton} />
      ))}
    </div>
  )
}

const Continue = ({ plan }: { plan: OfferedPlan | undefined }) => {
  const money = useMoney()
  const date = useDate()
  if (!plan) return <Trans>Continue</Trans>
  if (plan.change?.startsAt) return <Trans>Change plan from {date(new Date(plan.change.startsAt), 'from')}</Trans>
  const price = money(dueToday(plan), plan.currency)
  if (plan.change) return <Trans>Continue: {price} today</Trans>
  return isPlan(plan) && plan.renews ? (
    <Trans>
      Continue: {price} <Every period={plan.period} />
    </Trans>
  ) : (
    <Trans>Continue: {price}</Trans>
  )
}

/** The id of the sentence that asks for a choice. */
const planError = 'plan-error'

const Choice = ({ rules }: { rules: PayRules }) => {
  const navigate = useNavigate()
  const { session } = useSession()
  // Nothing is preselected: the member chooses.
  const [chosen, setChosen] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const offered = visiblePlans(rules)
  const plans = offered.filter(isPlan)
  const plan = plans.find((one) => one.planId === chosen)
  const goOn = ({ planId }: OfferedPlan) => void navigate(`/purchase/pay?plan=${encodeURIComponent(planId)}`)
  const choices = useRef<HTMLFieldSetElement>(null)
  const isMissing = asked && !plan
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (plan) return goOn(plan)
    // The focus on a choice also says the error, which describes it; the choices may be far above the button.
    const first = choices.current?.querySelector<HTMLElement>('input')
    first?.focus({ preventScroll: true })
    choices.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <div className={styles.column}>
        {plans.length > 0 && (
          <fieldset ref={choices} className={`${planStyles.plans} ${styles.section}`}>
            <legend className={planStyles.legend}>
              <Trans>Choose how long</Trans>
            </legend>
            {isMissing && (
              <div role="alert">
                <FieldMessage id={planError}>
                  <Trans>Choose how long first.</Trans>
                </FieldMessage>
              </div>
            )}
            {plans.map((one) => (
              <PlanRow
                key={one.planId}
                plan={one}
                running={rules.subscription}
                period={one.period}
                checked={one.planId === chosen}
                error={isMissing ? planError : undefined}
                onChoose={() => setChosen(one.planId)}
                onGoOn={() => goOn(one)}
              />
            ))}
          </fieldset>
        )}
        <Packs packs={offered.filter((one) => !isPlan(one))} isFirst={session.premiumLevel === 0} />
      </div>
      {plans.length > 0 && (
        <div className={styles.reach}>
          {plan && <b className={styles.reachName}>{plan.planName}</b>}
          <Button type="submit" form="plan-form" size="lg" block>
            <Continue plan={plan} />
          </Button>
        </div>
      )}
      <aside className={styles.aside}>
        <Included />
        {plans.length > 0 && (
          <Card as="section" className={styles.box}>
            <form id="plan-form" className={styles.box} onSubmit={submit} noValidate>
              {plan ? (
                <>
                  <OrderSum plan={plan} rules={rules} />
                  <Terms plan={plan} rules={rules} />
                </>
              ) : (
                <p className={text.muted}>
                  <Trans>Choose how long: the total and all the terms will appear here.</Trans>
                </p>
              )}
              <span className={styles.inCard}>
                <Button type="submit" size="lg" block>
                  <Continue plan={plan} />
                </Button>
              </span>
              <p className={styles.centre}>
                <Trans>You aren’t paying yet: in the next step you choose how.</Trans>
              </p>
            </form>
          </Card>
        )}
      </aside>
    </>
  )
}

/** The plans and packs; the heading depends on the hook that led here. */
export default function Plans() {
  const { t, i18n } = useLingui()
  const { hook } = useParams()
  const { session } = useSession()
  const { data: rules, isError, isFetching, refetch } = useQuery(payRulesQuery(session))
  const reached = hookTextOf(hook)
  const methods = rules?.ageCheckBy ?? null
  const offer = reached ? i18n._(reached.plans) : t`Write as much as you like`
  const title = methods ? t`First we check that you are 18` : offer
  return (
    <>
      <PhoneHead
        title={methods ? t`Age check` : title}
        back={hook === 'fine_crediti' || hook === 'blurred' ? '/chats' : '/find'}
      />
      <main id="main" className={layout.page}>
        <Title>{title}</Title>
        <div className={styles.split}>
          <div className={styles.column}>
            <div>
              <FromConversation>
                <h1 className={`${text.h1} ${styles.title}`}>{title}</h1>
              </FromConversation>
              {!methods && (
                <p className={styles.intro}>
                  <Trans>
                    With a plan, writing and reading are included. Without one there are message packs, which don’t
                    expire.
                  </Trans>
                </p>
              )}
            </div>
            {rules && methods && <AgeCheck methods={methods} plan={rules.ratePlan[0]} />}
            {!rules && !isError && <Loading />}
            {!rules && isError && (
              <Card>
                <ErrorState
                  busy={isFetching}
                  onRetry={() => void refetch()}
                  title={<Trans>We can’t load the plans</Trans>}
                />
              </Card>
            )}
          </div>
          {rules && !methods && <Choice rules={rules} />}
        </div>
      </main>
    </>
  )
}
