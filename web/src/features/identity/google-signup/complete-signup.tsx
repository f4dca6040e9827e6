import { longestName } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck, UserRound } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { TextField } from '#components/forms/text-field.tsx'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { attemptComplete, type CompleteRefusal, type CompleteResult } from './complete-attempt.ts'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { deviceSignal } from '../signup/device-signal.ts'
import { ConfirmedForm, ConfirmedPage } from '../signup/confirmed-form.tsx'
import { FormPage } from '../signup/form-page.tsx'
import { GoogleTrouble } from '../google/google-trouble.tsx'
import { readSignup } from '../signup/signup-form.ts'
import { placeHere, placeOf } from '../signup/signup-place.ts'
import { useSignupProblems } from '../signup/signup-problems.ts'
import { loadSignup, type SignupData } from '../signup/signup-server.ts'
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
  const web = context.get(webContext)
  const form = await request.formData()
  const relay = relayCookies(web.api)
  const place = placeOf(request, web, form)
  const tried = await attemptComplete(relay.send, readSignup(form), nameOf(form), place)
  return 'to' in tried ? redirect(tried.to, { status: 303, headers: relay.headers }) : tried
}

/** With script, the browser sends the form, since it can solve a proof-of-work challenge. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const tried = await attemptComplete(
    (path, init) => fetch(path, init),
    readSignup(form),
    nameOf(form),
    placeHere(form),
    deviceSignal,
  )
  if (!('to' in tried) && !('elsewhere' in tried)) return tried
  if ('clickid' in tried && tried.clickid !== undefined) keepTrackerId(tried.clickid)
  return leaveFor('to' in tried ? tried.to : tried.elsewhere)
}

// The member's identity and the regions do not change when the form is refused.
export const shouldRevalidate = () => false

const CompleteForm = ({ email, username, signup }: { email: string; username: string; signup: SignupData }) => {
  const { t } = useLingui()
  const tried = useActionData<CompleteRefusal>()
  return (
    <ConfirmedForm
      problems={useSignupProblems()}
      signup={signup}
      address={{
        tone: 'ok',
        icon: MailCheck,
        children: (
          <Trans>
            You’re signing up with Google as <b className={styles.mail}>{email}</b>. The address is already confirmed,
            and others never see it.
          </Trans>
        ),
      }}
      before={
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
      }
    />
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
    <ConfirmedPage
      title={t`Last step`}
      intro={
        <Trans>
          A few more things and you’re in. Your profile is only created when you press the button at the end.
        </Trans>
      }
    >
      <CompleteForm {...newcomer} />
    </ConfirmedPage>
  )
}
