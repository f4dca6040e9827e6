import { visibleEmail } from '@incontro/contract/email-address'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, type Sender } from '#app/api/api.ts'
import { safePath } from '#app/visit/safe-path.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button } from '#components/buttons/button.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import text from '#styles/text.module.css'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId, visitHere, visitOf, type VisitFields } from '#app/visit/visit.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { ClosedAccount, isClosed, KeepButton, keptSuspended } from './closed-account.tsx'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { failureText } from '#app/api/failure-text.ts'
import { FormPage, OtherForm } from '../signup/form-page.tsx'
import { OtherWays } from '../google/google-button.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { keepProfile, signIn } from './sign-in.ts'
import styles from '../signup/signup.module.css'

export const handle: VisitorHandle = { header: 'none' }

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const next = nextOf(new URL(request.url).search)
  if (context.get(webContext).session) throw redirect(next)
  return { asked: next !== '/find' }
}

interface Refusal {
  readonly code: string
  readonly field: string
  readonly email: string
  readonly stamp: number
}

const read = (form: FormData) => ({
  email: visibleEmail(String(form.get('email') ?? '')),
  password: String(form.get('password') ?? ''),
})

/** Checks the form and signs in; returns the member's tracker id or the failure. */
const attempt = async (
  send: Sender,
  form: FormData,
  visit: VisitFields & { readonly brandHost: string; readonly ua: string },
) => {
  const { email, password } = read(form)
  const refusal = (code: string, field = 'email'): Refusal => ({ code, field, email, stamp: Date.now() })
  if (email === '') return refusal('errore_email')
  if (password === '') return refusal('password_mancante', 'password')
  try {
    if (form.get('intent') === 'keep') {
      const kept = await keepProfile(send, { email, password })
      if (kept.suspended) return refusal(keptSuspended)
    }
    return await signIn(send, { ...visit, email, password })
  } catch (error) {
    return refusal(error instanceof ApiProblem ? error.code : '')
  }
}
const nextOf = (search: string) => safePath(new URLSearchParams(search).get('next'), '/find')

/** Without script. A full page load brings the new session. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, origin } = context.get(webContext)
  const { search } = new URL(request.url)
  const relay = relayCookies(api)
  const form = await request.formData()
  const ua = (request.headers.get('user-agent') ?? '').slice(0, 512)
  const tried = await attempt(relay.send, form, { ...visitOf(search, form), brandHost: new URL(origin).hostname, ua })
  return 'stamp' in tried ? tried : redirectDocument(nextOf(search), { status: 303, headers: relay.headers })
}

/** With script, the browser calls the API itself, since it can solve a proof-of-work challenge. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const tried = await attempt((path, init) => fetch(path, init), form, {
    ...visitHere(form),
    brandHost: location.hostname,
    ua: navigator.userAgent.slice(0, 512),
  })
  if ('stamp' in tried) return tried
  keepTrackerId(tried.clickid)
  return leaveFor(nextOf(location.search))
}

export default function Login() {
  const { t, i18n } = useLingui()
  const { brand } = useSite()
  const { asked } = useLoaderData<typeof loader>()
  const { to } = useVisitLinks()
  const tried = useActionData<Refusal>()
  const busy = useNavigation().state !== 'idle'
  const words = tried && i18n._(failureText(tried.code))
  return (
    <FormPage
      title={t`Sign in`}
      description={t`Sign in to ${brand.title} with your email and password.`}
      intro={
        asked ? (
          <Trans>Sign in to continue and we’ll take you where you were going.</Trans>
        ) : (
          <Trans>Good to see you again.</Trans>
        )
      }
      other={
        <OtherForm href={to('/signup')}>
          <Trans>
            <span>New here?</span> Sign up
          </Trans>
        </OtherForm>
      }
    >
      <Form method="post" className={styles.form} noValidate>
        <VisitInputs />
        {tried && isClosed(tried.code) ? (
          <ClosedAccount code={tried.code} />
        ) : (
          <ErrorSummary failures={tried && words ? [{ field: tried.field, text: words }] : []} stamp={tried?.stamp} />
        )}
        <EmailField
          label={t`Email`}
          name="email"
          id="email"
          autoComplete="username webauthn"
          defaultValue={tried?.email}
          error={tried?.code === 'errore_email' && words}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          id="password"
          autoComplete="current-password"
          maxLength={1024}
          error={tried?.field === 'password' && words}
        />
        <p>
          <a className={`${text.link} ${text.sm}`} href="/forgotPassword">
            <Trans>Forgot your password?</Trans>
          </a>
        </p>
        <Button type="submit" size="lg" block busy={busy && <Trans>Signing in…</Trans>}>
          <Trans>Sign in</Trans>
        </Button>
        {tried?.code === 'deletion_pending' && <KeepButton busy={busy} />}
      </Form>
      <OtherWays>
        <PasskeyButton
          onSignedIn={({ clickid }) => {
            keepTrackerId(clickid)
            location.assign(nextOf(location.search))
          }}
        />
      </OtherWays>
    </FormPage>
  )
}
