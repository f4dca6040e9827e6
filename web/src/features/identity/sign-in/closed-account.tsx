import { Trans } from '@lingui/react/macro'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import text from '#styles/text.module.css'

/** No code of the API: the deletion is cancelled, and as the moderators have suspended the profile, no one is signed in. */
export const keptSuspended = 'kept_suspended'

/** Codes of sign-ins with correct credentials to a closed account. */
export const isClosed = (code: string): boolean =>
  ['utente_disabilitato', '1008', 'deletion_pending', keptSuspended].includes(code)

/** Why a member with the correct password cannot sign in, and who can change that. */
export const ClosedAccount = ({ code }: { code: string }) => {
  const { brand } = useSite()
  if (code === keptSuspended)
    return (
      <Note tone="warn" role="alert">
        <b>
          <Trans>The deletion is cancelled</Trans>
        </b>
        <br />
        <Trans>
          Your profile stays, but our moderators have suspended it. If you have confirmed your address, we’ve sent you
          an email with a link to the reasons, where you can appeal. Otherwise write to{' '}
          <a className={text.link} href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
          .
        </Trans>
      </Note>
    )
  return (
    <Note tone="warn" role="alert">
      {code === 'deletion_pending' ? (
        <Trans>
          This profile is about to be deleted. For 30 days you can keep it, with everything you had: enter your password
          and press “Keep your profile”. If you have none or forgot it, ask for a link to set a new one.
        </Trans>
      ) : (
        <Trans>
          This profile is deactivated. To reopen it, write to{' '}
          <a className={text.link} href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>{' '}
          from this address.
        </Trans>
      )}
    </Note>
  )
}

/** Cancels the deletion and signs in. It follows the form's own button, so the Enter key never presses it. */
export const KeepButton = ({ busy }: { busy: boolean }) => (
  <Button
    type="submit"
    name="intent"
    value="keep"
    variant="sec"
    size="lg"
    block
    busy={busy && <Trans>One moment…</Trans>}
  >
    <Trans>Keep your profile and sign in</Trans>
  </Button>
)
