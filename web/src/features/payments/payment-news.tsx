import type { ServerEventData } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { BackTo } from './result/back-to.tsx'
import type { ToastContent } from '#components/feedback/toast.tsx'

/** The toast about an order decided while the member was on another page. @param go navigates to a path */
export const paymentNews = (
  { status, message, returnTo }: Pick<ServerEventData<'payment'>, 'status' | 'message' | 'returnTo'>,
  go: (path: string) => void,
): ToastContent =>
  status === 'ok'
    ? {
        text: <Trans>Your payment has arrived and everything is ready. The receipt is in your email.</Trans>,
        action: { label: <BackTo origin={returnTo} />, onAction: () => go(returnTo ?? '/chats') },
      }
    : {
        text:
          message === 'cancelled' || message === 'not_completed' ? (
            <Trans>The payment wasn’t completed. Nothing was charged.</Trans>
          ) : (
            <Trans>The payment wasn’t approved. Nothing was charged.</Trans>
          ),
        action: { label: <Trans>See the plans</Trans>, onAction: () => go('/vip_plan/cred') },
      }
