import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import { type ActionFunctionArgs, useActionData } from 'react-router'
import { apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { LinkPage, outcomeOf, tokenOf } from './link-page.tsx'

export const action = ({ request, context }: ActionFunctionArgs) =>
  outcomeOf(() =>
    apiOver(context.get(webContext).api)('POST /api/users/confirmNewEmail', { body: { token: tokenOf(request) } }),
  )

/** Confirms a new address, which then replaces the member's old one. */
export default function ConfirmNewEmail() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Confirm the new address`}
      icon={MailCheck}
      tried={useActionData<typeof action>()}
      heading={<Trans>Is this your new address?</Trans>}
      text={<Trans>Once you confirm, you’ll sign in and get our emails here. We’ll let the old address know.</Trans>}
      button={<Trans>Use this address</Trans>}
      busy={<Trans>Confirming…</Trans>}
      done={{
        heading: <Trans>Address changed</Trans>,
        text: <Trans>From now on, sign in with this one. Sessions that are already open stay open.</Trans>,
        action: (
          <ButtonLink href="/find" reload>
            <Trans>Back to search</Trans>
          </ButtonLink>
        ),
      }}
      taken={<Trans>Someone has used it for another profile in the meantime. Yours keeps the old address.</Trans>}
      ended={
        <Trans>
          It’s been used, it’s expired, or you’ve asked for another address since. You can ask again from your profile.
        </Trans>
      }
    />
  )
}
