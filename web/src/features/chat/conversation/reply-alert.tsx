import { Trans } from '@lingui/react/macro'
import { Bell, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePending } from '#app/api/use-pending.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { type DeviceState, thisDevice } from '#features/outreach/index.ts'
import styles from './invite-note.module.css'

const storageKey = 'replyAlert'
/** So often it is offered on a device before it stays away by itself. */
const mostOffers = 3

/** How often it was offered on this device; without storage never again, since nothing would remember a refusal. */
function offersMade(): number {
  try {
    return Number(localStorage.getItem(storageKey) ?? 0)
  } catch {
    // A browser without storage is never asked.
    return mostOffers
  }
}
const keepOffers = (count: number) => {
  try {
    localStorage.setItem(storageKey, String(count))
  } catch {
    // Without storage it was not offered.
  }
}

type Shown = DeviceState | 'failed' | 'closed'

/** Offers, once something was sent, to say when the other replies. Only where this browser can and was not refused. */
const ReplyAlert = ({ name }: { readonly name: string }) => {
  const [state, setState] = useState<Shown | null>(null)
  const [isBusy, run] = usePending()
  useEffect(() => {
    const made = offersMade()
    if (made >= mostOffers) return
    let isOpen = true
    void thisDevice()
      .then(({ deviceState }) => deviceState())
      .then((found) => {
        if (!isOpen || (found !== 'off' && found !== 'install first')) return
        keepOffers(made + 1)
        setState(found)
      })
      // Nothing is offered.
      .catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [])
  const close = () => {
    keepOffers(mostOffers)
    setState('closed')
  }
  const accept = async () => {
    try {
      const { turnOn } = await thisDevice()
      setState((await turnOn()) ? 'on' : 'denied')
      keepOffers(mostOffers)
    } catch {
      // Said in the note, with what else there is.
      setState('failed')
    }
  }
  if (state === null || state === 'closed' || state === 'unsupported') return null
  return (
    <div className={styles.note}>
      {state === 'on' ? (
        <Note icon={BellRing} tone="ok" role="status">
          <Trans>Notifications are on for this device: we’ll let you know when {name} replies.</Trans>
        </Note>
      ) : state === 'denied' ? (
        <Note icon={Bell} role="status">
          <Trans>Notifications stay off for this site. You can allow them in the browser’s settings at any time.</Trans>
        </Note>
      ) : (
        <>
          <Note icon={Bell} tone="pri" role="status">
            {state === 'install first' ? (
              <Trans>
                We can let you know when {name} replies. On an iPhone or iPad, first add the site to the home screen:
                Share, then “Add to Home Screen”.
              </Trans>
            ) : (
              <Trans>We can let you know on this device when {name} replies, even with this page closed.</Trans>
            )}
          </Note>
          {state === 'failed' && (
            <Note tone="bad" role="alert">
              <Trans>It didn’t work. Try again, or choose email or Telegram instead.</Trans>
            </Note>
          )}
          <div className={styles.answers}>
            {state !== 'install first' && (
              <Button size="sm" busy={isBusy && <Trans>Turning on…</Trans>} onClick={() => void run(accept)}>
                <Trans>Turn on notifications</Trans>
              </Button>
            )}
            <Button size="sm" variant="sec" onClick={close}>
              <Trans>Not now</Trans>
            </Button>
            <ButtonLink size="sm" variant="ghost" href="/activeNotifications" reload>
              <Trans>All choices</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}

export default ReplyAlert
