import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, redirectDocument, useActionData, useLoaderData, useNavigation } from 'react-router'
import { ApiProblem, apiOver } from '../../app/api.ts'
import { safePath } from '../../app/safe-path.ts'
import { webContext } from '../../app/server-context.ts'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import text from '../../styles/text.module.css'
import { relayCookies } from './cookie-relay.ts'
import { ErrorSummary } from './error-summary.tsx'
import { failureText } from './failure-text.ts'
import { FormPage } from './form-page.tsx'
import { withProof } from './register.ts'
import { visitOf } from './signup-form.ts'
import styles from './signup.module.css'

export const handle: VisitorHandle = { header: 'none' }

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const next = safePath(new URL(request.url).searchParams.get('next'), '/find')
  if (context.get(webContext).session) throw redirect(next)
  return { asked: next !== '/find' }
}

/** Signs in and goes where somebody was heading. The new session comes with a full load. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, brand, origin } = context.get(webContext)
  const form = await request.formData()
  const url = new URL(request.url)
  const email = String(form.get('email') ?? '').replace(/\s+/g, '')
  const password = String(form.get('password') ?? '')
  const refusal = (code: string, field = 'email') => ({ code, field, email, stamp: Date.now() })
  if (email === '') return refusal('errore_email')
  if (password === '') return refusal('password_mancante', 'password')
  const relay = relayCookies(api)
  try {
    const body = { ...visitOf(url.search), email, password, country: brand.country, servizio: new URL(origin).hostname }
    await withProof(relay.send, (altcha) => apiOver(relay.send)('POST /api/users/authenticate', { body: altcha ? { ...body, altcha } : body }))
  } catch (error) {
    return refusal(error instanceof ApiProblem ? error.code : '')
  }
  return redirectDocument(safePath(url.searchParams.get('next'), '/find'), { status: 303, headers: relay.headers })
}

export default function Login() {
  const { t, i18n } = useLingui()
  const { asked } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const words = tried && i18n._(failureText(tried.code))
  return (
    <FormPage
      title={t`Accedi`} intro={asked ? <Trans>Accedi per continuare: poi ti portiamo dove stavi andando.</Trans> : <Trans>Che bello rivederti.</Trans>}
      other={<a className={`${text.link} ${text.sm}`} href="/signup"><Trans>Non hai un profilo? Registrati</Trans></a>}
    >
      <Form method="post" className={styles.form} noValidate>
        <ErrorSummary failures={tried && words ? [{ field: tried.field, text: words }] : []} stamp={tried?.stamp} />
        <TextField
          label={t`Email`} name="email" id="email" type="email" autoComplete="username" inputMode="email" icon={Mail} defaultValue={tried?.email}
          error={tried?.code === 'errore_email' && words}
        />
        <PasswordField
          label={t`Password`} name="password" id="password" autoComplete="current-password" maxLength={1024}
          error={tried?.field === 'password' && words}
        />
        <p><a className={`${text.link} ${text.sm}`} href="/forgotPassword"><Trans>Hai dimenticato la password?</Trans></a></p>
        <Button type="submit" size="lg" block busy={busy && <Trans>Accedo…</Trans>}><Trans>Accedi</Trans></Button>
      </Form>
    </FormPage>
  )
}
