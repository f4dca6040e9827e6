import type { WirePaymentCode } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../components/buttons/button.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { paymentTexts } from './payment-texts.ts'

/** What came of a payment that did not end on its own page; `action` is the way on. */
const PaymentPopup = ({ code, action, onClose }: { code: WirePaymentCode; action: ReactNode; onClose: () => void }) => {
  const { i18n } = useLingui()
  const { title, text } = paymentTexts[code]
  const icon = code === 'success' ? CircleCheck : code === 'pending' ? Clock : CircleX
  const declined = code !== 'success' && code !== 'pending'
  return (
    <Dialog
      open
      onClose={onClose}
      icon={icon}
      tone={declined ? 'bad' : 'pri'}
      title={i18n._(title)}
      intro={i18n._(text)}
    >
      {action}
      {declined && (
        <ButtonLink href="/contactUs" reload variant="ghost" block>
          <Trans>Scrivi all’assistenza</Trans>
        </ButtonLink>
      )}
    </Dialog>
  )
}

export default PaymentPopup
