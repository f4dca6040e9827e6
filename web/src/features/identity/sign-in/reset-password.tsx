import { hasPasswordLength } from '@incontro/contract/password-length'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { failureText } from '#app/api/failure-text.ts'
import { FormPage } from '../signup/form-page.tsx'
import styles from '../signup/signup.module.css'

export const handle: VisitorHandle = { header: 'none' }

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/**
 * Needs the link's token. Opening the link changes nothing (rule 11.13), but an expired one is reported before the
 * member types.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const token = tokenOf(request)
  if (token === '') throw redirect('/find')
  return apiOver(context.get(webContext).api)('POST /api/users/changePassword/link', { body: { token } }).then(
    () => ({ ended: false }),
    // After any other failure the form may still work.
    (error: unknown) => ({ ended: error instanceof ApiProblem && (error.status === 401 || error.status === 400) }),
  )
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = context.get(webContext)
  const form = await request.formData()
  const password = String(form.get('password') ?? '')
  const refusal = (code: string, field: string) => ({ done: false, leaving: false, code, field, stamp: Date.now() })
  if (!hasPasswordLength(password)) return refusal('errore_password', 'password')
  if (password !== String(form.get('again') ?? '')) return refusal('non_corrispondono', 'again')
  try {
    const { deletionPending = false } = await apiOver(api)('POST /api/users/changePassword', {
      body: { password, token: tokenOf(request) },
    })
    return { done: true, leaving: deletionPending, code: '', field: '', stamp: Date.now() }
  } catch (error) {
    return refusal(error instanceof ApiProblem && error.code !== '401' ? error.code : 'token_expired', 'password')
  }
}

export default function ResetPassword() {
  const { t, i18n } = useLingui()
  const { ended } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const words = tried && !tried.done ? i18n._(failureText(tried.code)) : undefined
  const error = (field: string) => (tried?.field === field ? words : undefined)
  if (tried?.done) {
    return (
      <FormPage title={t`New password`}>
        <EmptyState
          icon={CircleCheck}
          role="status"
          title={<Trans>Password changed</Trans>}
          text={
            tried.leaving ? (
              <Trans>
                This profile is about to be deleted. You can still keep it, with everything you had: sign in with the
                new password, then press “Keep your profile”.
              </Trans>
            ) : (
              <Trans>
                We’ve signed out all devices and removed passkeys and linked accounts, in case someone else added them.
                Sign in with the new password: you can add them again from your profile.
              </Trans>
            )
          }
          action={
            <>
              <ButtonLink href="/login" reload>
                <Trans>Sign in</Trans>
              </ButtonLink>
              <ButtonLink href="/" variant="sec" reload>
                <Trans>Home page</Trans>
              </ButtonLink>
            </>
          }
        />
      </FormPage>
    )
  }
  // Checked together with the form's answer, so that a link that expires while the member types is reported the same
  // way.
  if (tried?.code === 'token_expired' || (ended && !tried)) {
    return (
      <FormPage title={t`Choose a new password`}>
        <EmptyState
          icon={CircleAlert}
          tone="bad"
          role="alert"
          title={<Trans>This link is no longer valid</Trans>}
          text={<Trans>It lasts two hours and works once. We’ll send you another one right away.</Trans>}
          action={
            <>
              <ButtonLink href="/forgotPassword" reload>
                <Trans>Ask for a new link</Trans>
              </ButtonLink>
              <ButtonLink href="/login" variant="sec" reload>
                <Trans>Sign in</Trans>
              </ButtonLink>
            </>
          }
        />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t`Choose a new password`}
      intro={
        <Trans>
          It takes effect at once: other devices are signed out, and passkeys and linked accounts are removed.
        </Trans>
      }
    >
      <Form method="post" className={styles.form} noValidate>
        <ErrorSummary failures={tried && words ? [{ field: tried.field, text: words }] : []} stamp={tried?.stamp} />
        <PasswordField
          label={t`New password`}
          name="password"
          id="password"
          autoComplete="new-password"
          meter
          maxLength={1024}
          error={error('password')}
        />
        <PasswordField
          label={t`Repeat the password`}
          name="again"
          id="again"
          autoComplete="new-password"
          maxLength={1024}
          error={error('again')}
        />
        <Button type="submit" size="lg" block busy={busy && <Trans>Saving…</Trans>}>
          <Trans>Save the password</Trans>
        </Button>
      </Form>
    </FormPage>
  )
}
