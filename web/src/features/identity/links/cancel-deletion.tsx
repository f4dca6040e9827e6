import { Trans, useLingui } from '@lingui/react/macro'
import { HeartHandshake } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = ({ request, context }: ActionFunctionArgs) =>
  outcomeOf(() =>
    apiOver(context.get(webContext).api)('POST /api/users/cancelDeletion', { body: { token: tokenOf(request) } }),
  )

/** Cancels a deletion within its thirty days. */
export default function CancelDeletion() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Keep your profile`}
      icon={HeartHandshake}
      tried={useActionData<typeof action>()}
      heading={<Trans>Do you want to keep your profile?</Trans>}
      text={
        <Trans>
          We’ll cancel the deletion: your profile becomes visible again, with your conversations and remaining messages.
        </Trans>
      }
      button={<Trans>Keep your profile</Trans>}
      busy={<Trans>One moment…</Trans>}
      done={{
        heading: <Trans>Great, you’re staying</Trans>,
        text: <Trans>The deletion is cancelled and your profile is visible again. Sign in as before.</Trans>,
        action: (
          <ButtonLink href="/login" reload>
            <Trans>Sign in</Trans>
          </ButtonLink>
        ),
      }}
      ended={<Trans>It’s been used, or the 30 days are over and the profile has been deleted.</Trans>}
    />
  )
}
