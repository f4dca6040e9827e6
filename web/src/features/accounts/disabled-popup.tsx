import { Trans } from '@lingui/react/macro'
import { CalendarClock, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { useSession } from '#app/session/session.tsx'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import text from '#styles/text.module.css'
import { useDate } from '#app/i18n/date.ts'
import { useClosing } from './closing.ts'
import { leaveForHome } from '#app/session/leave-for-home.ts'

/** How long the dialog shows before the page reloads (section 9). */
const reloadAfterMs = 5000

/** Deletes the account's data from this browser. */
const useForget = (now: boolean) =>
  useEffect(() => {
    if (!now) return
    localStorage.clear()
    sessionStorage.clear()
  }, [now])

/** A disabled account cannot use the service; only support can enable it again (section 6). */
const DisabledPopup = () => {
  const { brand } = useSite()
  const { signOut } = useSession()
  const date = useDate()
  const closing = useClosing()
  useForget(closing !== null)
  useEffect(() => {
    if (closing?.kind !== 'disabled') return
    const timer = setTimeout(leaveForHome, reloadAfterMs)
    return () => clearTimeout(timer)
  }, [closing?.kind])
  const mail = (
    <a className={text.link} href={`mailto:${brand.supportEmail}`}>
      {brand.supportEmail}
    </a>
  )
  if (closing?.kind === 'deleting') {
    const on = closing.erasedOn === null ? null : date(new Date(closing.erasedOn), 'on')
    return (
      <Dialog
        open
        dismissable={false}
        icon={CalendarClock}
        title={<Trans>Your profile is no longer shown</Trans>}
        intro={
          on === null ? (
            <Trans>We’ll delete it in 30 days.</Trans>
          ) : (
            <Trans>
              We’ll delete it on <b>{on}</b>. Until then you can keep it, with the link in our email or by signing in.
            </Trans>
          )
        }
      >
        <DialogActions>
          <Button onClick={leaveForHome}>
            <Trans>OK</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      dismissable={false}
      icon={Lock}
      tone="bad"
      title={<Trans>Your profile is deactivated</Trans>}
      intro={
        closing ? (
          <Trans>
            Nobody can see it any more and you’re signed out everywhere. We’ve emailed you; to reopen it, write to{' '}
            {mail}.
          </Trans>
        ) : (
          <Trans>To reopen it, write to {mail}.</Trans>
        )
      }
    >
      <DialogActions>
        <Button onClick={closing ? leaveForHome : () => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default DisabledPopup
