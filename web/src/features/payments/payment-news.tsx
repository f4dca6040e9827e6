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
        text: <Trans>Il pagamento è arrivato: è tutto pronto. La ricevuta è nella tua email.</Trans>,
        action: { label: <BackTo origin={returnTo} />, onAction: () => go(returnTo ?? '/chats') },
      }
    : {
        text:
          message === 'cancelled' || message === 'not_completed' ? (
            <Trans>Il pagamento non è stato concluso. Non abbiamo addebitato nulla.</Trans>
          ) : (
            <Trans>Il pagamento non è stato approvato. Non abbiamo addebitato nulla.</Trans>
          ),
        action: { label: <Trans>Vedi i piani</Trans>, onAction: () => go('/vip_plan/cred') },
      }
