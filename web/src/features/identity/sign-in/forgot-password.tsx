import { visibleEmail } from '@incontro/contract/email-address'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from 'react-router'
import { ApiProblem, type Sender } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import text from '#styles/text.module.css'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { failureText } from '#app/api/failure-text.ts'
import { FormPage } from '../signup/form-page.tsx'
import styles from '../signup/signup.module.css'
import { askForReset } from './sign-in.ts'

export const handle: VisitorHandle = { header: 'none' }

/** The answer is the same whether or not an account has this address (decision 2). */
const ask = async (send: Sender, form: FormData) => {
  const email = visibleEmail(String(form.get('email') ?? ''))
  const stamp = Date.now()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return { sent: false, code: 'errore_email', email, stamp }
  try {
    await askForReset(send, email)
    return { sent: true, code: '', email, stamp }
  } catch (error) {
    return { sent: false, code: error instanceof ApiProblem ? error.code : '', email, stamp }
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  ask(context.get(webContext).api, await request.formData())

/** In the browser, which can solve a challenge. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => ask(fetch, await request.formData())

export default function ForgotPassword() {
  const { t, i18n } = useLingui()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const words = tried && !tried.sent ? i18n._(failureText(tried.code)) : undefined
  const back = (
    <a className={`${text.link} ${text.sm}`} href="/login">
      <Trans>Back to sign-in</Trans>
    </a>
  )
  if (tried?.sent) {
    return (
      <FormPage title={t`Check your inbox`} other={back}>
        <EmptyState
          icon={MailCheck}
          title={<Trans>Message sent</Trans>}
          role="status"
          text={
            <Trans>
              If there is a profile with {tried.email}, a link to choose a new password will arrive shortly. Look in
              your spam folder too.
            </Trans>
          }
          action={
            <ButtonLink href="/login" variant="sec" reload>
              <Trans>Back to sign-in</Trans>
            </ButtonLink>
          }
        />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t`New password`}
      intro={<Trans>Enter your email and we’ll send you a link to choose a new one.</Trans>}
      other={back}
    >
      <Form method="post" className={styles.form} noValidate>
        <ErrorSummary failures={words ? [{ field: 'email', text: words }] : []} stamp={tried?.stamp} />
        <EmailField
          label={t`Email`}
          name="email"
          id="email"
          autoComplete="email"
          defaultValue={tried?.email}
          error={words}
        />
        <Button type="submit" size="lg" block busy={busy && <Trans>Sending…</Trans>}>
          <Trans>Send me the link</Trans>
        </Button>
      </Form>
    </FormPage>
  )
}
