import type { MessageView } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Lock, LockOpen } from 'lucide-react'
import { useSite } from '../../../app/brand/site.ts'
import { Button } from '../../../components/buttons/button.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import { clock } from '../messages/chat-time.ts'
import styles from '../messages/chat.module.css'

/** A message a free member may not read. What lies under the blur are filler words: the text is not in the page. */
export const LockedMessage = ({
  message,
  name,
  onUnlock,
}: {
  message: MessageView
  name: string
  onUnlock: () => void
}) => {
  const { locale } = useSite()
  const at = clock(message.time, locale)
  return (
    <div className={styles.locked}>
      <p className={styles.lockedTitle}>
        <Icon of={Lock} size={18} />
        <Trans>{name} ti ha mandato un messaggio</Trans>
      </p>
      <p className={styles.filler} aria-hidden>
        {message.blurredMessage}
      </p>
      <Button size="sm" onClick={onUnlock}>
        <Icon of={LockOpen} size={18} />
        <Trans>Come leggerlo</Trans>
      </Button>
      <p className={styles.lockedNote}>
        <Trans>Scritto alle {at}. Con un piano o un pacchetto di crediti lo leggi.</Trans>
      </p>
    </div>
  )
}
