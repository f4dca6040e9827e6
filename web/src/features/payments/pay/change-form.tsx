import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { usePending } from '#app/api/use-pending.ts'
import { api, ApiProblem } from '#app/api/api.ts'
import { useDate } from '#app/i18n/date.ts'
import { useMoney } from '#app/i18n/money.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import type { OfferedPlan, PayRules } from '#features/credits/index.ts'
import { OrderSum } from '../purchase/order-sum.tsx'
import styles from '../purchase/purchase.module.css'
import { Terms } from '../purchase/terms.tsx'
import { RenewalConsent } from './order-consents.tsx'
import { TroubleText } from './trouble-text.tsx'

type Trouble = 'offline' | 'price_changed' | 'renewal_too_close' | 'unavailable'
const troubleOf = (error: unknown): Trouble => {
  if (!(error instanceof ApiProblem)) return 'offline'
  return error.code === 'price_changed' || error.code === 'renewal_too_close' ? error.code : 'unavailable'
}

/** The change to a smaller plan at the next renewal: nothing is paid now. */
export const ChangeForm = ({
  plan,
  startsAt,
  rules,
}: {
  readonly plan: OfferedPlan
  readonly startsAt: string
  readonly rules: PayRules
}) => {
  const { t } = useLingui()
  const { session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const date = useDate()
  const money = useMoney()
  const [renewal, setRenewal] = useState(false)
  const [asked, setAsked] = useState(false)
  const [busy, run] = usePending()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const starts = new Date(startsAt)
  const [from, on, onDay] = [date(starts, 'from'), date(starts, 'on'), date(starts, 'On')]
  const { planName } = plan
  const price = money(plan.totalPrice, plan.currency)
  const running = rules.subscription?.planName ?? ''
  const refresh = () =>
    Promise.all([['orders'], ['payRules']].map((queryKey) => client.invalidateQueries({ queryKey })))
  const change = async () => {
    setTrouble(null)
    try {
      await run(async () => {
        await api('POST /pay/orders/changePlan', {
          body: {
            clickid: session.clickid,
            ratePlan: plan.planId,
            totalPrice: plan.totalPrice,
            currency: plan.currency,
            accepts: { renewal },
          },
        })
        await refresh()
        toast({ text: t`Done: the ${planName} begins on ${on}. We’ve emailed you the confirmation.` })
        await navigate('/purchases', { replace: true })
      })
    } catch (error) {
      const found = troubleOf(error)
      setTrouble(found)
      if (found === 'price_changed') await refresh()
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (renewal) void change()
  }
  return (
    <form className={styles.split} onSubmit={submit} noValidate>
      <div className={styles.column}>
        <h1 className={text.h1}>
          <Trans>You change plan on {from}</Trans>
        </h1>
        <p>
          <Trans>
            Until then you keep the {running}, already paid for. You pay nothing today, and before that day you can undo
            the change under Plan and purchases.
          </Trans>
        </p>
        <p>
          <Trans>
            On {onDay} we charge <b>{price}</b> to the method that pays for renewals.
          </Trans>
        </p>
      </div>
      <aside className={styles.aside}>
        <Card as="section" className={styles.box}>
          <h2 className={text.h3}>
            <Trans>Your new plan</Trans>
          </h2>
          <OrderSum plan={plan} rules={rules} total />
          <Terms plan={plan} rules={rules} />
          <RenewalConsent plan={plan} checked={renewal} onChange={setRenewal} asked={asked} />
          {trouble && (
            <Note tone="bad" role="alert">
              {trouble === 'renewal_too_close' ? (
                <Trans>The plan renews in less than an hour. Change it after the renewal.</Trans>
              ) : (
                <TroubleText trouble={trouble} />
              )}
            </Note>
          )}
          <Button type="submit" size="lg" block busy={busy && <Trans>Changing…</Trans>}>
            <Trans>Change plan</Trans>
          </Button>
        </Card>
      </aside>
    </form>
  )
}
