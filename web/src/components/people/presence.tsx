import type { Presence } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'

/** When somebody was last here, as far as it is said (decision 12.18); nothing for longer ago than a week. */
export const PresenceText = ({ presence }: { presence: Presence }) => {
  if (presence === 'online') return <Trans>Online ora</Trans>
  if (presence === 'today') return <Trans>Online oggi</Trans>
  return presence === 'week' ? <Trans>Online questa settimana</Trans> : null
}
