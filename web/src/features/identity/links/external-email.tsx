import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import type { Locale } from '@incontro/contract'
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
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import text from '#styles/text.module.css'
import { keepTrackerId, visitHere, visitOf } from '#app/visit/visit.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { Consents } from '../signup/consents.tsx'
import { relayCookies } from '#app/server/cookie-relay.ts'
import { deviceSignal } from '../signup/device-signal.ts'
import { Elsewhere } from '../signup/elsewhere-note.tsx'
import { readEntryLink } from './entry-link.ts'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { FormPage, OtherForm } from '../signup/form-page.tsx'
import { attemptInvited, type InvitedResult } from './invited-attempt.ts'
import { logLink } from './link-log.ts'
import { readSignup } from '../signup/signup-form.ts'
import { useSignupProblems } from '../signup/signup-problems.ts'
import { loadSignup, type SignupData } from '../signup/signup-server.ts'
import { SignupWho } from '../signup/signup-who.tsx'
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
  const { api, brand, locale, origin } = context.get(webContext)
  const { search, hostname } = new URL(request.url, origin)
  const form = await request.formData()
  const relay = relayCookies(api)
  const place = {
    ...visitOf(search, form),
    country: brand.country,
    locale,
    host: hostname,
    ua: request.headers.get('user-agent') ?? '',
  }
  const link = readEntryLink('invitation', search, String(form.get('red') ?? ''))
  const tried = await attemptInvited(relay.send, link.token, readSignup(form), place, search)
  return 'clickid' in tried ? redirect(link.target, { status: 303, headers: relay.headers }) : tried
}

/** With script, the browser sends the form, so that the password leaves it only encrypted. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const place = {
    ...visitHere(form),
    locale: document.documentElement.lang as Locale,
    host: location.hostname,
    ua: navigator.userAgent,
  }
  const link = readEntryLink('invitation', location.search, String(form.get('red') ?? ''))
  const tried = await attemptInvited(
    (path, init) => fetch(path, init),
    link.token,
    readSignup(form),
    place,
    location.search,
    deviceSignal,
  )
  if (!('elsewhere' in tried) && !('clickid' in tried)) return tried
  if ('clickid' in tried) keepTrackerId(tried.clickid)
  location.assign('elsewhere' in tried ? tried.elsewhere : link.target)
  return new Promise<never>(() => undefined)
}

// The address and the regions do not change when the form is refused.
export const shouldRevalidate = () => false

const InvitedForm = ({ email, red, signup }: { email: string; red: string; signup: SignupData }) => {
  const { t } = useLingui()
  const { brand } = useSite()
  const busy = useNavigation().state === 'submitting'
  const problems = useSignupProblems()
  return (
    <Form method="post" className={styles.form} noValidate>
      <Elsewhere to={problems.elsewhere} />
      <ErrorSummary failures={problems.summary} stamp={problems.stamp} />
      <VisitInputs />
      <input type="hidden" name="red" value={red} />
      <div id="email" tabIndex={-1}>
        <Note tone="pri" icon={Mail}>
          <Trans>
            The invitation is for <b className={styles.mail}>{email}</b>. The address is already confirmed: fill in this
            form and you’re in.
          </Trans>
        </Note>
      </div>
      <SignupWho {...signup} problems={problems} city />
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
    <FormPage
      title={t`Your invitation`}
      intro={<Trans>A few more things and you’re in.</Trans>}
      other={
        <OtherForm href="/login">
          <Trans>
            <span>Already have a profile?</span> Sign in
          </Trans>
        </OtherForm>
      }
    >
      <InvitedForm {...invitation} />
    </FormPage>
  )
}
