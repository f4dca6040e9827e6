import { Trans } from '@lingui/react/macro'
import type { ToastContent } from '#components/feedback/toast.tsx'

/** The toast about a reviewed photo. @param onAction opens the photo */
export const photoNews = (state: 'approved' | 'refused', onAction: () => void): ToastContent => ({
  text:
    state === 'approved' ? (
      <Trans>Your photo has been approved: others see it now.</Trans>
    ) : (
      <Trans>One of your photos was refused. The reason is next to the photo.</Trans>
    ),
  action: { label: <Trans>View</Trans>, onAction },
})
