import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import type { WirePaymentCode } from '@incontro/contract'
import { type PaidBy, useOutcomeWords } from './outcome-words.tsx'
import type { NextStep } from './payment-outcomes.ts'

const Back = ({ next }: { next: NextStep }) =>
  next === 'resume' ? (
    <Trans>Back to your order</Trans>
  ) : next === 'correct' ? (
    <Trans>Correct it and try again</Trans>
  ) : next === 'other' || next === 'contact' ? (
    <Trans>Back to payment</Trans>
  ) : (
    <Trans>Try again</Trans>
  )

/**
 * The outcome of a payment that ended without a page of its own, with the next steps: first the one that fits this
 * outcome.
 */
const PaymentPopup = ({
  code,
  paidBy,
  another,
  onRetry,
  onClose,
}: {
  code: WirePaymentCode
  paidBy: PaidBy
  /** Another payment method, if there is one. */
  another?: { readonly label: ReactNode; readonly onChoose: () => void } | null
  /** Not while the outcome is open. */
  onRetry?: () => void
  onClose: () => void
}) => {
  const { title, text, icon, next } = useOutcomeWords(code, paidBy)
  const isResumed = next === 'resume'
  const isDeclined = next !== 'continue' && next !== 'wait'
  const isAnotherFirst = next === 'other' && another
  const support = (variant: 'pri' | 'ghost') => (
    <ButtonLink href="/contactUs" reload variant={variant} block>
      <Trans>Write to support</Trans>
    </ButtonLink>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      icon={icon}
      tone={isDeclined && !isResumed ? 'bad' : 'pri'}
      title={title}
      intro={text}
    >
      {isDeclined ? (
        <>
          {next === 'contact' && support('pri')}
          {isAnotherFirst && (
            <Button size="lg" block onClick={another.onChoose}>
              {another.label}
            </Button>
          )}
          <Button variant={isAnotherFirst || next === 'contact' ? 'sec' : 'pri'} size="lg" block onClick={onRetry}>
            <Back next={next} />
          </Button>
          {another && !isAnotherFirst && !isResumed && (
            <Button variant="sec" size="lg" block onClick={another.onChoose}>
              {another.label}
            </Button>
          )}
          {next !== 'contact' && !isResumed && support('ghost')}
        </>
      ) : (
        <>
          <ButtonLink href="/chats" size="lg" block>
            <Trans>Go to messages</Trans>
          </ButtonLink>
          {next === 'wait' && (
            <ButtonLink href="/purchases" variant="sec" size="lg" block>
              <Trans>See your orders</Trans>
            </ButtonLink>
          )}
          {next === 'wait' && another && (
            <Button variant="ghost" block onClick={another.onChoose}>
              {another.label}
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}

export default PaymentPopup
