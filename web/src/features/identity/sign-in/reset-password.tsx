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
 * Needs the link's token. Opening the link changes nothing (decision 11.13), but an expired one is reported before the
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
  const refusal = (code: string, field: string) => ({ done: false, code, field, stamp: Date.now() })
  if (!hasPasswordLength(password)) return refusal('errore_password', 'password')
  if (password !== String(form.get('again') ?? '')) return refusal('non_corrispondono', 'again')
  try {
    await apiOver(api)('POST /api/users/changePassword', { body: { password, token: tokenOf(request) } })
    return { done: true, code: '', field: '', stamp: Date.now() }
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
      <FormPage title={t`Nuova password`}>
        <EmptyState
          icon={CircleCheck}
          role="status"
          title={<Trans>Password cambiata</Trans>}
          text={
            <Trans>
              Abbiamo chiuso tutti gli accessi e tolto passkey e account collegati, nel caso li avesse aggiunti qualcun
              altro. Entra con la password nuova: li rimetti dal profilo.
            </Trans>
          }
          action={
            <>
              <ButtonLink href="/login" reload>
                <Trans>Accedi</Trans>
              </ButtonLink>
              <ButtonLink href="/" variant="sec" reload>
                <Trans>Homepage</Trans>
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
      <FormPage title={t`Scegli una nuova password`}>
        <EmptyState
          icon={CircleAlert}
          tone="bad"
          role="alert"
          title={<Trans>Questo link non vale più</Trans>}
          text={<Trans>Dura due ore e si usa una volta sola. Te ne mandiamo subito un altro.</Trans>}
          action={
            <>
              <ButtonLink href="/forgotPassword" reload>
                <Trans>Chiedi un nuovo link</Trans>
              </ButtonLink>
              <ButtonLink href="/login" variant="sec" reload>
                <Trans>Accedi</Trans>
              </ButtonLink>
            </>
          }
        />
      </FormPage>
    )
  }
  return (
    <FormPage
      title={t`Scegli una nuova password`}
      intro={<Trans>Vale subito: chiude gli accessi aperti altrove e toglie passkey e account collegati.</Trans>}
    >
      <Form method="post" className={styles.form} noValidate>
        <ErrorSummary failures={tried && words ? [{ field: tried.field, text: words }] : []} stamp={tried?.stamp} />
        <PasswordField
          label={t`Nuova password`}
          name="password"
          id="password"
          autoComplete="new-password"
          meter
          maxLength={1024}
          error={error('password')}
        />
        <PasswordField
          label={t`Ripeti la password`}
          name="again"
          id="again"
          autoComplete="new-password"
          maxLength={1024}
          error={error('again')}
        />
        <Button type="submit" size="lg" block busy={busy && <Trans>Salvo…</Trans>}>
          <Trans>Salva la password</Trans>
        </Button>
      </Form>
    </FormPage>
  )
}
