import { Trans } from '@lingui/react/macro'
import type { Trouble } from './use-charge.ts'

/** Why an order got no answer from the bank. */
export const TroubleText = ({ trouble }: { trouble: Trouble }) => {
  switch (trouble) {
    case 'offline':
      return <Trans>We got no answer. Press again: the same order is never charged twice.</Trans>
    case 'price_changed':
      return (
        <Trans>
          The price or the dates have changed in the meantime. We haven’t charged anything: check the order and confirm
          again.
        </Trans>
      )
    case 'too_many':
      return <Trans>Too many attempts. Try again in an hour: nothing was charged.</Trans>
    case 'unavailable':
      return <Trans>Payments aren’t working right now. Try again shortly: the same order is never charged twice.</Trans>
  }
}
