import { longestName } from '@incontro/contract/limits'
import type { Locale } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck, UserRound } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import text from '#styles/text.module.css'
import { keepTrackerId, visitHere, visitOf } from '#app/visit/visit.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { attemptComplete, type CompleteRefusal, type CompleteResult } from './complete-attempt.ts'
import { Consents } from '../signup/consents.tsx'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { deviceSignal } from '../signup/device-signal.ts'
import { Elsewhere } from '../signup/elsewhere-note.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { FormPage, OtherForm } from '../signup/form-page.tsx'
import { GoogleTrouble } from '../google/google-trouble.tsx'
import { readSignup } from '../signup/signup-form.ts'
import { useSignupProblems } from '../signup/signup-problems.ts'
import { loadSignup, type SignupData } from '../signup/signup-server.ts'
import { SignupWho } from '../signup/signup-who.tsx'
import styles from '../signup/signup.module.css'

export const handle: VisitorHandle = { header: 'none', script: 'later' }

/** The new member who came from Google; null after half an hour. */
export const loader = async (call: LoaderFunctionArgs) => {
  const { api, session } = call.context.get(webContext)
  if (session) throw redirect('/find')
  try {
    const [newcomer, signup] = await Promise.all([
      apiOver(api)('GET /api/users/auth/google/complete', {}),
      loadSignup(call),
    ])
    return { ...newcomer, signup }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

const nameOf = (form: FormData) =>
  String(form.get('username') ?? '')
    .trim()
    .slice(0, 40)

/** Without script: registers on the server with the posted form. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, brand, locale, origin } = context.get(webContext)
  const form = await request.formData()
  const relay = relayCookies(api)
  const place = {
    ...visitOf('', form),
    country: brand.country,
    locale,
    host: new URL(origin).hostname,
    ua: request.headers.get('user-agent') ?? '',
  }
  const tried = await attemptComplete(relay.send, readSignup(form), nameOf(form), place)
  return 'to' in tried ? redirect(tried.to, { status: 303, headers: relay.headers }) : tried
}

/** With script, the browser sends the form, since it can solve a proof-of-work challenge. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const place = {
    ...visitHere(form),
    locale: document.documentElement.lang as Locale,
    host: location.hostname,
    ua: navigator.userAgent,
  }
  const tried = await attemptComplete(
    (path, init) => fetch(path, init),
    readSignup(form),
    nameOf(form),
    place,
    deviceSignal,
  )
  if (!('to' in tried) && !('elsewhere' in tried)) return tried
  if ('clickid' in tried && tried.clickid !== undefined) keepTrackerId(tried.clickid)
  location.assign('to' in tried ? tried.to : tried.elsewhere)
  return new Promise<never>(() => undefined)
}

// The member's identity and the regions do not change when the form is refused.
export const shouldRevalidate = () => false

const CompleteForm = ({ email, username, signup }: { email: string; username: string; signup: SignupData }) => {
  const { t } = useLingui()
  const { brand } = useSite()
  const busy = useNavigation().state === 'submitting'
  const problems = useSignupProblems()
  const tried = useActionData<CompleteRefusal>()
  return (
    <Form method="post" className={styles.form} noValidate>
      <Elsewhere to={problems.elsewhere} />
      <ErrorSummary failures={problems.summary} stamp={problems.stamp} />
      <VisitInputs />
      <div id="email" tabIndex={-1}>
        <Note tone="ok" icon={MailCheck}>
          <Trans>
            You’re signing up with Google as <b className={styles.mail}>{email}</b>. The address is already confirmed,
            and others never see it.
          </Trans>
        </Note>
      </div>
      <TextField
        label={t`Name on the profile`}
        name="username"
        id="username"
        autoComplete="nickname"
        maxLength={longestName}
        icon={UserRound}
        defaultValue={tried?.username ?? username}
        hint={<Trans>This is the name others see. A nickname is fine.</Trans>}
      />
      <SignupWho {...signup} problems={problems} city />
      <Consents values={problems.values} error={problems.error('errore_terms')} />
      <Button type="submit" size="lg" block busy={busy && <Trans>Creating the profile…</Trans>}>
        <Trans>Create your profile</Trans>
      </Button>
      <p className={`${text.xs} ${text.muted} ${text.center}`}>
        <Trans>Free. No card needed. {brand.title} is for adults only.</Trans>
      </p>
    </Form>
  )
}

/** The rest of the form for a new member who came from Google: region, age, gender sought, consents (rule 3.3). */
export default function CompleteSignup() {
  const { t } = useLingui()
  const newcomer = useLoaderData<typeof loader>()
  const tried = useActionData<CompleteResult>()
  if (!newcomer || (tried && 'ended' in tried))
    return (
      <FormPage title={t`Last step`}>
        <GoogleTrouble code="google_ended" />
      </FormPage>
    )
  return (
    <FormPage
      title={t`Last step`}
      intro={
        <Trans>
          A few more things and you’re in. Your profile is only created when you press the button at the end.
        </Trans>
      }
      other={
        <OtherForm href="/login">
          <Trans>
            <span>Already have a profile?</span> Sign in
          </Trans>
        </OtherForm>
      }
    >
      <CompleteForm {...newcomer} />
    </FormPage>
  )
}
