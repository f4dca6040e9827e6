import { Trans } from '@lingui/react/macro'
import type { Trouble } from './use-charge.ts'

/** Why an order got no answer from the bank. */
export const TroubleText = ({ trouble }: { trouble: Trouble }) => {
  switch (trouble) {
    case 'offline':
      return <Trans>Non abbiamo avuto risposta. Premi di nuovo: lo stesso ordine non viene addebitato due volte.</Trans>
    case 'price_changed':
      return (
        <Trans>
          Nel frattempo il prezzo o le date sono cambiati. Non abbiamo addebitato nulla: controlla l’ordine e conferma
          di nuovo.
        </Trans>
      )
    case 'too_many':
      return <Trans>Troppi tentativi. Riprova tra un’ora: non abbiamo addebitato nulla.</Trans>
    case 'unavailable':
      return (
        <Trans>
          Adesso il pagamento non funziona. Riprova tra poco: lo stesso ordine non viene addebitato due volte.
        </Trans>
      )
  }
}
