import { Trans } from '@lingui/react/macro'
import { isConversation } from '../../../app/shell/purchase-origin.ts'

/** What leads back to where a purchase began is called. */
export const BackTo = ({ origin }: { origin: string | null }) => {
  if (isConversation(origin)) return <Trans>Torna alla conversazione</Trans>
  return origin === null || origin === '/chats' ? <Trans>Vai alle chat</Trans> : <Trans>Torna dov’eri</Trans>
}
