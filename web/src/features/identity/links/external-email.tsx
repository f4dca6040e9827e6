import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
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
import { ButtonLink } from '#components/buttons/button.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { deviceSignal } from '../signup/device-signal.ts'
import { readEntryLink } from './entry-link.ts'
import { ConfirmedForm, ConfirmedPage } from '../signup/confirmed-form.tsx'
import { FormPage } from '../signup/form-page.tsx'
import { attemptInvited, type InvitedResult } from './invited-attempt.ts'
import { logLink } from './link-log.ts'
import { readSignup } from '../signup/signup-form.ts'
import { placeHere, placeOf } from '../signup/signup-place.ts'
import { useSignupProblems } from '../signup/signup-problems.ts'
import { loadSignup, type SignupData } from '../signup/signup-server.ts'
import styles from '../signup/signup.module.css'

export const handle: VisitorHandle = { header: 'none', script: 'later' }

/**
 * A link without a valid token is logged and redirects to the search. The address is shown only if the server knows the
 * invitation.
 */
export const loader = async (call: LoaderFunctionArgs) => {
  const { api, session } = call.context.get(webContext)
  const link = readEntryLink('invitation', new URL(call.request.url).search)
  await logLink(api, '/external_email', link)
  if (link.token === '') throw redirect('/find')
  if (session) throw redirect(link.target)
  try {
    const [invitation, signup] = await Promise.all([
      apiOver(api)('POST /api/users/invitation', { body: { token: link.token } }),
      loadSignup(call),
    ])
    return { email: invitation.email, red: invitation.red, signup }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/** Without script: registers on the server with the posted form. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const web = context.get(webContext)
  const { search } = new URL(request.url, web.origin)
  const form = await request.formData()
  const relay = relayCookies(web.api)
  const place = placeOf(request, web, form, search)
  const link = readEntryLink('invitation', search, String(form.get('red') ?? ''))
  const tried = await attemptInvited(relay.send, link.token, readSignup(form), place, search)
  return 'clickid' in tried ? redirect(link.target, { status: 303, headers: relay.headers }) : tried
}

/** With script, the browser sends the form, so that the password leaves it only encrypted. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const link = readEntryLink('invitation', location.search, String(form.get('red') ?? ''))
  const tried = await attemptInvited(
    (path, init) => fetch(path, init),
    link.token,
    readSignup(form),
    placeHere(form),
    location.search,
    deviceSignal,
  )
  if (!('elsewhere' in tried) && !('clickid' in tried)) return tried
  if ('clickid' in tried) keepTrackerId(tried.clickid)
  return leaveFor('elsewhere' in tried ? tried.elsewhere : link.target)
}

// The address and the regions do not change when the form is refused.
export const shouldRevalidate = () => false

const InvitedForm = ({ email, red, signup }: { email: string; red: string; signup: SignupData }) => {
  const { t } = useLingui()
  const problems = useSignupProblems()
  return (
    <ConfirmedForm
      problems={problems}
      signup={signup}
      address={{
        tone: 'pri',
        icon: Mail,
        children: (
          <Trans>
            The invitation is for <b className={styles.mail}>{email}</b>. The address is already confirmed: fill in this
            form and you’re in.
          </Trans>
        ),
      }}
      before={<input type="hidden" name="red" value={red} />}
      after={
        <PasswordField
          label={t`Password`}
          optional={t({ message: '(optional)', context: 'town' })}
          name="password"
          id="password"
          autoComplete="new-password"
          maxLength={1024}
          error={problems.error('errore_password')}
          hint={
            <Trans>
              At least 8 characters. If you skip it now, you can choose one any time from “Forgot your password?”.
            </Trans>
          }
        />
      }
    />
  )
}

/** Registers an invited person with the address that the invitation was sent to (section 2, `/external_email`). */
export default function ExternalEmail() {
  const { t } = useLingui()
  const invitation = useLoaderData<typeof loader>()
  const tried = useActionData<InvitedResult>()
  if (!invitation || (tried && 'ended' in tried)) {
    return (
      <FormPage
        title={t`This invitation is no longer valid`}
        intro={<Trans>It’s been used or has expired. You can sign up without it too: it’s free.</Trans>}
      >
        <p className={styles.form}>
          <ButtonLink href="/signup" size="lg" block reload>
            <Trans>Sign up for free</Trans>
          </ButtonLink>
          <ButtonLink href="/login" size="lg" variant="sec" block reload>
            <Trans>Sign in</Trans>
          </ButtonLink>
        </p>
      </FormPage>
    )
  }
  return (
    <ConfirmedPage title={t`Your invitation`} intro={<Trans>A few more things and you’re in.</Trans>}>
      <InvitedForm {...invitation} />
    </ConfirmedPage>
  )
}
