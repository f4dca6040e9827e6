import type { Presence } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'

/** When a member was last online, as a coarse band (rule 12.18); renders nothing after more than a week. */
export const PresenceText = ({ presence }: { presence: Presence }) => {
  if (presence === 'online') return <Trans>Online now</Trans>
  if (presence === 'today') return <Trans>Online today</Trans>
  return presence === 'week' ? <Trans>Online this week</Trans> : null
}
