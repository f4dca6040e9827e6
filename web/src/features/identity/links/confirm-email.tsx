import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, MailCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { Title } from '#app/seo/title.tsx'
import { SelfSubmittingForm } from '#components/forms/self-submitting-form.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import { relayCookies } from '#app/server/cookie-relay.ts'

/**
 * In the browser that signed up, the page confirms by itself. In any other it asks first: without the password from
 * sign-up, the account's set-up is discarded, since the person who registered the address may not be the one who reads
 * its mail.
 */
export const loader = ({ context }: LoaderFunctionArgs) => ({
  itself: context.get(webContext).session?.emailConfirmed === false,
})

/**
 * The email's link opens this page; only its POST confirms, so that mail scanners cannot confirm an address (rule
 * 11.13).
 */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const relay = relayCookies(context.get(webContext).api)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const password = String((await request.formData()).get('password') ?? '')
  try {
    await apiOver(relay.send)('POST /api/users/confirmEmail', { body: { token, ...(password && { password }) } })
  } catch (error) {
    const known = error instanceof ApiProblem ? error : undefined
    return { offline: (known?.status ?? 0) >= 500, wrong: known?.field === 'password' || known?.status === 429 }
  }
  return redirectDocument('/match', { status: 303, headers: relay.headers })
}

export default function ConfirmEmail() {
  const { t } = useLingui()
  const { itself } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const idle = useNavigation().state === 'idle'
  const button = (
    <SelfSubmittingForm itself={itself} className={layout.form}>
      {!itself && (
        <PasswordField
          label={t`Password`}
          name="password"
          id="password"
          autoComplete="current-password"
          maxLength={1024}
          hint={t`The one you chose when you signed up. If you leave it empty, we’ll send you a link to choose a new one and end the other sessions.`}
          error={tried?.wrong && t`That password isn’t right.`}
        />
      )}
      <Button type="submit" size="lg" busy={!idle && <Trans>Confirming…</Trans>}>
        <Trans>Confirm the address</Trans>
      </Button>
    </SelfSubmittingForm>
  )
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Confirm the address`}</Title>
      {tried && !tried.offline && !tried.wrong ? (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>This link is no longer valid</Trans>}
          text={<Trans>It’s been used or has expired. Sign in: you can have a new one sent from there.</Trans>}
          action={
            <ButtonLink href="/login" reload>
              <Trans>Sign in</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          level={1}
          icon={MailCheck}
          title={<Trans>One more step</Trans>}
          text={
            tried?.offline ? (
              <Trans>Something went wrong. Please try again shortly.</Trans>
            ) : (
              <Trans>Confirm that this address is yours and you’re in.</Trans>
            )
          }
          action={button}
        />
      )}
    </main>
  )
}
