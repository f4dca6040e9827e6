import { Trans } from '@lingui/react/macro'
import { isConversation } from '#app/shell/purchase-origin.ts'

/** The label of the link back to the page where the purchase began. */
export const BackTo = ({ origin }: { origin: string | null }) => {
  if (isConversation(origin)) return <Trans>Back to the conversation</Trans>
  return origin === null || origin === '/chats' ? <Trans>Go to messages</Trans> : <Trans>Back to where you were</Trans>
}
