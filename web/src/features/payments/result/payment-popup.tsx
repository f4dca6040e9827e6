import type { WirePaymentCode } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../components/buttons/button.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { type NextStep, paymentOutcomes } from './payment-outcomes.ts'

const Back = ({ next }: { next: NextStep }) =>
  next === 'correct' ? (
    <Trans>Correggi e riprova</Trans>
  ) : next === 'other' || next === 'contact' ? (
    <Trans>Torna al pagamento</Trans>
  ) : (
    <Trans>Riprova</Trans>
  )

/**
 * The outcome of a payment that ended without a page of its own, with the next steps: first the one that fits this
 * outcome.
 */
const PaymentPopup = ({
  code,
  another,
  onRetry,
  onClose,
}: {
  code: WirePaymentCode
  /** Another payment method, if there is one. */
  another?: { readonly label: ReactNode; readonly onChoose: () => void } | null
  onRetry: () => void
  onClose: () => void
}) => {
  const { i18n } = useLingui()
  const { title, text, icon, next } = paymentOutcomes[code]
  const isDeclined = next !== 'continue' && next !== 'wait'
  const isAnotherFirst = next === 'other' && another
  const support = (variant: 'pri' | 'ghost') => (
    <ButtonLink href="/contactUs" reload variant={variant} block>
      <Trans>Scrivi all’assistenza</Trans>
    </ButtonLink>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      icon={icon}
      tone={isDeclined ? 'bad' : 'pri'}
      title={i18n._(title)}
      intro={i18n._(text)}
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
          {another && !isAnotherFirst && (
            <Button variant="sec" size="lg" block onClick={another.onChoose}>
              {another.label}
            </Button>
          )}
          {next !== 'contact' && support('ghost')}
        </>
      ) : (
        <ButtonLink href="/chats" size="lg" block>
          <Trans>Vai alle chat</Trans>
        </ButtonLink>
      )}
    </Dialog>
  )
}

export default PaymentPopup
