import type { OfferedPlan } from '#features/credits/index.ts'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { Note } from '#components/feedback/note.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import type { CardFrameHandle } from './card-frame.tsx'
import { CardFields, type PaymentFields } from './payment-methods.tsx'
import payStyles from './pay.module.css'
import styles from '../purchase/purchase.module.css'
import { TroubleText } from './trouble-text.tsx'
import { useCharge } from './use-charge.ts'
import { useEnteredEarly } from './use-entered-early.ts'

const PaymentPopup = lazy(() => import('../result/payment-popup.tsx'))

const card = { kind: 'card', marks: [] } as const

/** The age check with a card: the bank verifies the card and charges nothing. */
export const AgeCheckForm = ({ plan }: { plan: OfferedPlan }) => {
  const frame = useRef<CardFrameHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<PaymentFields>({ method: card, firstName: '', lastName: '', keep: false })
  useEnteredEarly(form, [card], setFields)
  const hydrating = useHydrating()
  const [asked, setAsked] = useState(false)
  const { busy, trouble, declined, charge, dismiss } = useCharge(plan)
  const isNamed = fields.firstName.trim() !== '' || fields.lastName.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    // Focus the first invalid field; the frame handles its own.
    if (!isNamed) setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    void charge(async () => {
      const encrypted = (await frame.current?.encrypt()) ?? 'failed'
      if (typeof encrypted === 'string') return encrypted
      if (!isNamed) return 'invalid'
      return {
        method: fields.method,
        card: encrypted,
        wallet: null,
        firstName: fields.firstName.trim(),
        lastName: fields.lastName.trim(),
        keep: false,
        renewal: false,
        immediateStart: false,
      }
    })
  }
  const close = () => {
    dismiss()
    frame.current?.clearCvv()
  }
  return (
    <form ref={form} className={styles.split} onSubmit={submit} noValidate>
      <div className={styles.column}>
        <h1 className={text.h1}>
          <Trans>Check your age with a card</Trans>
        </h1>
        <div className={payStyles.methods}>
          <CardFields fields={fields} onChange={setFields} asked={asked} frame={frame} />
        </div>
      </div>
      <aside className={styles.aside}>
        <Card as="section" className={styles.box}>
          <h2 className={text.h3}>
            <Trans>What happens</Trans>
          </h2>
          <ul className={payStyles.facts}>
            <li>
              <Trans>
                We ask your bank whether the card is valid. It shows that you have a payment card, not your date of
                birth.
              </Trans>
            </li>
            <li>
              <Trans>
                <b>Nothing is charged:</b> the amount is zero and can’t change.
              </Trans>
            </li>
            <li>
              <Trans>We don’t keep the card: only the result, the method and the date.</Trans>
            </li>
          </ul>
          {trouble && (
            <Note tone="bad" role="alert">
              <TroubleText trouble={trouble} />
            </Note>
          )}
          {/* Without the page's script, a submitted form would leave the page. */}
          {hydrating ? (
            <Skeleton shape="block" className={payStyles.waitingButton} />
          ) : (
            <Button type="submit" size="lg" block busy={busy && <Trans>Checking…</Trans>}>
              <Trans>Check without charge</Trans>
            </Button>
          )}
        </Card>
      </aside>
      {declined && (
        <Suspense fallback={null}>
          <PaymentPopup {...declined} onClose={close} onRetry={close} another={null} />
        </Suspense>
      )}
    </form>
  )
}
