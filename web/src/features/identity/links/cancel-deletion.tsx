import { Trans, useLingui } from '@lingui/react/macro'
import { HeartHandshake } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  let suspended = false
  const outcome = await outcomeOf(async () => {
    const body = { token: tokenOf(request) }
    const kept = await apiOver(context.get(webContext).api)('POST /api/users/cancelDeletion', { body })
    suspended = kept.suspended ?? false
  })
  return { ...outcome, suspended }
}

/** Cancels a deletion within its thirty days. */
export default function CancelDeletion() {
  const { t } = useLingui()
  const tried = useActionData<typeof action>()
  return (
    <LinkPage
      title={t`Keep your profile`}
      icon={HeartHandshake}
      tried={tried}
      heading={<Trans>Do you want to keep your profile?</Trans>}
      text={
        <Trans>
          We’ll cancel the deletion: your profile becomes visible again, with your conversations and remaining messages.
        </Trans>
      }
      button={<Trans>Keep your profile</Trans>}
      busy={<Trans>One moment…</Trans>}
      done={
        tried?.suspended
          ? {
              heading: <Trans>The deletion is cancelled</Trans>,
              text: (
                <Trans>
                  Your profile stays, but our moderators have suspended it. We’ve sent you an email with a link to the
                  reasons, where you can appeal.
                </Trans>
              ),
              action: null,
            }
          : {
              heading: <Trans>Great, you’re staying</Trans>,
              text: <Trans>The deletion is cancelled and your profile is visible again. Sign in as before.</Trans>,
              action: (
                <ButtonLink href="/login" reload>
                  <Trans>Sign in</Trans>
                </ButtonLink>
              ),
            }
      }
      ended={<Trans>It’s been used, or the 30 days are over and the profile has been deleted.</Trans>}
    />
  )
}
