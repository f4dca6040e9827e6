import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import text from '#styles/text.module.css'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  let closed: 'suspended' | 'deactivated' | undefined
  const outcome = await outcomeOf(async () => {
    const body = { token: tokenOf(request) }
    closed = (await apiOver(context.get(webContext).api)('POST /api/users/undoEmailChange', { body })).closed
  })
  return { ...outcome, closed }
}

/** For owners who did not change their address themselves: restores it and ends all sessions of the account. */
export default function UndoEmail() {
  const { t } = useLingui()
  const { brand } = useSite()
  const tried = useActionData<typeof action>()
  return (
    <LinkPage
      title={t`Undo the change of email`}
      icon={ShieldAlert}
      tried={tried}
      heading={<Trans>You didn’t change your email?</Trans>}
      text={
        <Trans>
          We’ll restore this address, end every session, remove the password, passkeys and linked accounts, and send you
          a link here to choose a new password.
        </Trans>
      }
      button={<Trans>Restore this address</Trans>}
      busy={<Trans>One moment…</Trans>}
      done={{
        heading: <Trans>The profile is yours again</Trans>,
        text:
          tried?.closed === 'suspended' ? (
            <Trans>
              Your profile stays, but our moderators have suspended it. We’ve sent you an email with a link to the
              reasons, where you can appeal.
            </Trans>
          ) : tried?.closed === 'deactivated' ? (
            <Trans>
              You’re signed out everywhere. The profile is deactivated: to reopen it, write to{' '}
              <a className={text.link} href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>{' '}
              from this address.
            </Trans>
          ) : (
            <Trans>
              You’re signed out everywhere. Open the email we’ve just sent you and choose a new password: the link is
              valid for 2 hours.
            </Trans>
          ),
        action: tried?.closed ? null : (
          <ButtonLink href="/forgotPassword" variant="sec" reload>
            <Trans>Send me another link</Trans>
          </ButtonLink>
        ),
      }}
      ended={
        <Trans>
          It’s been used, or the 7 days are over. If you can’t get in, write to{' '}
          <a className={text.link} href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
          .
        </Trans>
      }
    />
  )
}
