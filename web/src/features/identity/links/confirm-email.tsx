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
 * The email's link opens this page; only its POST confirms, so that mail scanners cannot confirm an address (decision
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
          hint={t`Quella che hai scelto iscrivendoti. Se lasci vuoto, ti mandiamo un link per sceglierne una nuova e chiudiamo gli altri accessi.`}
          error={tried?.wrong && t`La password non è giusta.`}
        />
      )}
      <Button type="submit" size="lg" busy={!idle && <Trans>Confermo…</Trans>}>
        <Trans>Conferma l’indirizzo</Trans>
      </Button>
    </SelfSubmittingForm>
  )
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Conferma l’indirizzo`}</Title>
      {tried && !tried.offline && !tried.wrong ? (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>Questo link non vale più</Trans>}
          text={<Trans>È già stato usato o è scaduto. Accedi: da lì puoi fartene mandare uno nuovo.</Trans>}
          action={
            <ButtonLink href="/login" reload>
              <Trans>Accedi</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          level={1}
          icon={MailCheck}
          title={<Trans>Manca un passo</Trans>}
          text={
            tried?.offline ? (
              <Trans>Qualcosa è andato storto. Riprova tra poco.</Trans>
            ) : (
              <Trans>Conferma che questo indirizzo è tuo e sei dentro.</Trans>
            )
          }
          action={button}
        />
      )}
    </main>
  )
}
