import { Trans } from '@lingui/react/macro'
import { Headset } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { compliantFlow } from '#app/visit/flow.ts'
import { useSite } from '#app/brand/site.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { Note } from '#components/feedback/note.tsx'
import text from '#styles/text.module.css'
import { dueToday, type OfferedPlan, type PayRules } from '#features/credits/index.ts'
import type { CardFrameHandle } from './card-frame.tsx'
import { OrderConsents, type OrderConsentsState } from './order-consents.tsx'
import { orderId, OrderInReach } from './order-in-reach.tsx'
import { OrderSum } from '../purchase/order-sum.tsx'
import {
  type ChosenMethod,
  methodKey,
  OtherMethod,
  otherMethod,
  PaymentMethods,
  type PaymentFields,
} from './payment-methods.tsx'
import payStyles from './pay.module.css'
import styles from '../purchase/purchase.module.css'
import { Terms } from '../purchase/terms.tsx'
import { rememberPayer, withRemembered } from './remembered-payer.ts'
import { reportCheckout } from './report-event.ts'
import { TroubleText } from './trouble-text.tsx'
import { type Payer, useCharge } from './use-charge.ts'
import { useEnteredEarly } from './use-entered-early.ts'
import type { WalletResponse } from './wallet-frame.tsx'

const WalletFrame = lazy(async () => ({ default: (await import('./wallet-frame.tsx')).WalletFrame }))
const PaymentPopup = lazy(() => import('../result/payment-popup.tsx'))
const WaitingOrderDialog = lazy(() => import('./waiting-order-dialog.tsx'))

export const PayForm = ({
  plan,
  rules,
  methods,
  chosen,
}: {
  plan: OfferedPlan
  rules: PayRules
  methods: readonly ChosenMethod[]
  /** Preselected. */
  chosen: ChosenMethod
}) => {
  const { session } = useSession()
  const { demo } = useSite()
  const frame = useRef<CardFrameHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const [entered, setFields] = useState<PaymentFields>({
    method: chosen,
    firstName: '',
    lastName: '',
    keep: false,
  })
  const { planId } = plan
  useEnteredEarly(form, methods, (early) => setFields(withRemembered(early, planId)))
  // The chosen wallet may turn out not to be one of this device.
  const isOffered = methods.some((one) => methodKey(one) === methodKey(entered.method))
  const fields = isOffered ? entered : { ...entered, method: chosen }
  const hydrating = useHydrating()
  const [consents, setConsents] = useState<OrderConsentsState>({
    renewal: false,
    immediateStart: false,
    terms: false,
  })
  const [asked, setAsked] = useState(false)
  const { clickid } = session
  useEffect(() => reportCheckout({ clickid, demo }, 'initiate_checkout', planId), [clickid, demo, planId])
  const { busy, trouble, declined, beside, charge, replace, leaveBoth, dismiss } = useCharge(plan)
  const asksTerms = session.flowId === compliantFlow
  const consented = consents.immediateStart && (consents.renewal || !plan.renews) && (consents.terms || !asksTerms)
  const { method } = fields
  const other = otherMethod(methods, method)
  const wallet = method.kind === 'wallet' ? method.label : null
  const named = method.kind !== 'card' || fields.firstName.trim() !== '' || fields.lastName.trim() !== ''

  const payer = async (response: WalletResponse | null = null): Promise<Payer | 'invalid' | 'failed'> => {
    const card = method.kind === 'card' ? ((await frame.current?.encrypt()) ?? 'failed') : null
    if (typeof card === 'string') return card
    // A wallet pays only through its own button, which provides the response.
    if (!consented || !named || (method.kind === 'wallet' && response === null)) return 'invalid'
    return {
      method,
      card,
      wallet: response,
      firstName: fields.firstName.trim(),
      lastName: fields.lastName.trim(),
      keep: fields.keep,
      renewal: consents.renewal && plan.renews,
      immediateStart: true,
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    // Focus the first invalid field; the frame handles its own.
    if (!named || !consented)
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    // The bank's or the provider's page may lead back here.
    rememberPayer({ planId, method: methodKey(method), firstName: fields.firstName, lastName: fields.lastName })
    void charge(() => payer())
  }
  const close = () => {
    dismiss()
    frame.current?.clearCvv()
  }
  return (
    <>
      <form ref={form} className={styles.split} onSubmit={submit} noValidate>
        <div className={styles.column}>
          <h1 className={text.h1}>
            <Trans>How do you want to pay?</Trans>
          </h1>
          <PaymentMethods
            methods={methods}
            kept={rules.cardOnFile}
            renews={plan.renews}
            fields={fields}
            onChange={setFields}
            asked={asked}
            frame={frame}
          />
        </div>
        <aside className={styles.aside}>
          <Card
            as="section"
            className={`${styles.box} ${styles.section}`}
            id={orderId}
            tabIndex={-1}
            aria-labelledby="order-title"
          >
            <h2 className={text.h3} id="order-title">
              <Trans>Your order</Trans>
            </h2>
            {/* Its boxes and buttons work once the page's script runs. */}
            {hydrating ? (
              <Skeleton shape="block" className={payStyles.waiting} />
            ) : (
              <>
                <OrderSum plan={plan} rules={rules} total />
                <Terms plan={plan} rules={rules} />
                <OrderConsents
                  plan={plan}
                  days={rules.withdrawalDays}
                  state={consents}
                  onChange={setConsents}
                  asked={asked}
                  asksTerms={asksTerms}
                />
                {trouble && (
                  <Note tone="bad" role="alert">
                    <TroubleText trouble={trouble} />
                  </Note>
                )}
                {method.kind === 'wallet' && wallet !== null && consented ? (
                  <Suspense fallback={null}>
                    <WalletFrame
                      address={method.frame}
                      name={wallet}
                      order={{ total: dueToday(plan), currency: plan.currency, label: plan.planName }}
                      pay={(response) => charge(() => payer(response))}
                    />
                    {busy && (
                      <p className={styles.centre} role="status">
                        <Trans>Paying…</Trans>
                      </p>
                    )}
                  </Suspense>
                ) : (
                  <Button type="submit" size="lg" block busy={busy && <Trans>Paying…</Trans>}>
                    {wallet !== null ? (
                      <Trans>Continue with {wallet}</Trans>
                    ) : (
                      <Trans>Order with obligation to pay</Trans>
                    )}
                  </Button>
                )}
                <p className={styles.centre}>
                  <Trans>Your statement will show “{rules.descriptor}”.</Trans>
                </p>
              </>
            )}
          </Card>
          <p className={styles.note}>
            <Icon of={Headset} />
            <span>
              <Trans>
                Something unclear?{' '}
                <a className={text.link} href="/contactUs">
                  Write to us before you pay
                </a>
                , a real person answers.
              </Trans>
            </span>
          </p>
        </aside>
        {beside && (
          <Suspense fallback={null}>
            <WaitingOrderDialog order={beside} busy={busy} onReplace={() => void replace()} onClose={leaveBoth} />
          </Suspense>
        )}
        {declined && (
          <Suspense fallback={null}>
            <PaymentPopup
              {...declined}
              onClose={close}
              onRetry={close}
              another={
                other && {
                  label: <OtherMethod method={other} />,
                  onChoose: () => {
                    close()
                    setFields((now) => ({ ...now, method: other }))
                    // Wait until the popup has closed and returned the focus to the order button.
                    setTimeout(() => form.current?.querySelector<HTMLElement>('input[name="method"]:checked')?.focus())
                  },
                }
              }
            />
          </Suspense>
        )}
      </form>
      {/* Outside the form, so that the form keeps its height and does not jump when the bar disappears. */}
      <OrderInReach plan={plan} />
    </>
  )
}
