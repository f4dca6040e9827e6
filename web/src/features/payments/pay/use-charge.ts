import type { WaitingOrder, WirePaymentCode } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, ApiProblem } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'
import { pageBeforePurchase } from '#app/shell/purchase-origin.ts'
import { useSession } from '#app/session/session.tsx'
import { useSite } from '#app/brand/site.ts'
import { dueToday, type OfferedPlan } from '#features/credits/index.ts'
import { browserFacts } from './browser-facts.ts'
import type { EncryptedCard } from './card-frame.tsx'
import type { ChosenMethod } from './payment-methods.tsx'
import type { WalletResponse } from './wallet-frame.tsx'
import { followRedirect } from '../purchase/follow-redirect.ts'
import { reportCheckout } from './report-event.ts'
import { answered, keyOfOrder } from './unanswered-order.ts'
import type { PaidBy } from '../result/outcome-words.tsx'
import { usePaid } from '../result/paid.ts'

export interface Payer {
  readonly method: ChosenMethod
  /** The entered card, if that is the method. */
  readonly card: EncryptedCard | null
  /** The wallet's response, if that is the method. */
  readonly wallet: WalletResponse | null
  readonly firstName: string
  readonly lastName: string
  /** Store a new card for future payments. */
  readonly keep: boolean
  readonly renewal: boolean
  readonly immediateStart: boolean
}

/** A failure that is no answer of the bank. */
export type Trouble = 'offline' | 'price_changed' | 'too_many' | 'unavailable'

/**
 * Sends an order. All attempts of an order share one idempotency key, so that a lost reply cannot lead to a second
 * charge, not even after a reload. A new key follows a final decline or a change of method.
 */
export const useCharge = (plan: OfferedPlan) => {
  const { session } = useSession()
  const { locale, demo } = useSite()
  const client = useQueryClient()
  const navigate = useNavigate()
  const paid = usePaid()
  const orderKey = useRef<{ readonly key: string; readonly method: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  /** Another order for the same, in whose place this payment can be made. */
  const [beside, setBeside] = useState<{ readonly order: WaitingOrder; readonly payer: Payer } | null>(null)
  const [declined, setDeclined] = useState<{ readonly code: WirePaymentCode; readonly paidBy: PaidBy } | null>(null)

  useEffect(() => {
    // The back button restores the page from the back/forward cache as it was left, with the payment in progress.
    const returned = (event: PageTransitionEvent) => {
      if (event.persisted) setBusy(false)
    }
    addEventListener('pageshow', returned)
    return () => removeEventListener('pageshow', returned)
  }, [])

  const showOutcome = async (reply: Charge) => {
    if (reply.status === 'ko') {
      orderKey.current = null
      setDeclined({ code: reply.message, paidBy: reply.paidBy })
      return setBusy(false)
    }
    if (reply.threeDS && reply.redirect) return followRedirect(reply.redirect)
    if (reply.status === 'ok') return paid(reply)
    await navigate(`/paymentCheck/${reply.paymentSystem}?reference=${reply.reference}`, { replace: true })
  }
  const refused = (error: unknown): Trouble => {
    const { status, code } = error instanceof ApiProblem ? error : { status: 0, code: '' }
    if (status === 0) return 'offline'
    if (status === 429) return 'too_many'
    if (status < 500) {
      orderKey.current = null
      answered()
    }
    if (code === 'price_changed') {
      void client.invalidateQueries({ queryKey: ['payRules'] })
      return 'price_changed'
    }
    return 'unavailable'
  }
  /** @returns whether the order is paid or continues at the bank */
  const charge = async (payer: () => Promise<Payer | 'invalid' | 'failed'>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setTrouble(null)
    const given = await payer()
    if (given === 'invalid' || given === 'failed') {
      if (given === 'failed') setTrouble('unavailable')
      setBusy(false)
      return false
    }
    reportCheckout({ clickid: session.clickid, demo }, 'tentativo', plan.planId)
    return send(given)
  }
  const send = async (payer: Payer, replaces?: string): Promise<boolean> => {
    try {
      const reply = await order(payer, replaces)
      answered()
      setBeside(null)
      await showOutcome(reply)
      return reply.status !== 'ko'
    } catch (error) {
      const other = error instanceof ApiProblem ? error.order : undefined
      const trouble = refused(error)
      setBeside(other ? { order: other, payer } : null)
      if (!other) setTrouble(trouble)
      setBusy(false)
      return false
    }
  }
  /** Pays as entered, after the other order was cancelled. */
  const replace = async (): Promise<void> => {
    if (busy || !beside) return
    setBusy(true)
    await send(beside.payer, beside.order.reference)
  }
  const order = (
    { method, card, wallet, firstName, lastName, keep, renewal, immediateStart }: Payer,
    replaces?: string,
  ): Promise<Charge> => {
    const paidBy = 'paymentSystem' in method ? method.paymentSystem : method.kind
    const known = orderKey.current?.method === paidBy ? orderKey.current.key : undefined
    const key = keyOfOrder(plan.planId, paidBy, known)
    orderKey.current = { key, method: paidBy }
    const returnTo = pageBeforePurchase()
    const body = {
      clickid: session.clickid,
      ratePlan: plan.planId,
      orderKey: key,
      totalPrice: dueToday(plan),
      ...(plan.term && { termEndsAt: plan.term.endsAt }),
      currency: plan.currency,
      accepts: { renewal, immediateStart },
      ...(returnTo !== null && { returnTo }),
      ...(replaces !== undefined && { replaces }),
      ...browserFacts(locale),
    }
    if (method.kind === 'page')
      return api('POST /pay/orders/:provider/createPayment', { params: { provider: method.paymentSystem }, body })
    if (method.kind === 'wallet')
      return api('POST /pay/orders/:provider/paymentData', {
        params: { provider: method.paymentSystem },
        body: { request: body, response: { ...wallet } },
      })
    // Where many cards were declined for the network; the order is the same, so it is paid once.
    return withProofOfWork(fetch, (altcha) =>
      api('POST /pay/orders/tryCharge', {
        body: {
          ...body,
          paySource: 'CREDITCARD',
          ...(card
            ? { ...card, firstName, lastName, newCard: true, useCardOnFile: keep }
            : { useCardOnFile: true, newCard: false }),
          ...(altcha !== undefined && { altcha }),
        },
      }),
    )
  }
  return {
    busy,
    trouble,
    declined,
    /** The other order that the member chooses about; null if there is none. */
    beside: beside?.order ?? null,
    charge,
    replace,
    leaveBoth: () => setBeside(null),
    dismiss: () => setDeclined(null),
  }
}
