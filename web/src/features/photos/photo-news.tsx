import { Trans } from '@lingui/react/macro'
import type { ToastContent } from '#components/feedback/toast.tsx'

/** The toast about a reviewed photo. @param onAction opens the photo */
export const photoNews = (state: 'approved' | 'refused', onAction: () => void): ToastContent => ({
  text:
    state === 'approved' ? (
      <Trans>La tua foto è stata approvata: ora la vedono anche gli altri.</Trans>
    ) : (
      <Trans>Una tua foto è stata rifiutata. Il motivo è accanto alla foto.</Trans>
    ),
  action: { label: <Trans>Vedi</Trans>, onAction },
})
