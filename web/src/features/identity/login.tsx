import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import {
  type ActionFunctionArgs, type ClientActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, redirectDocument, useActionData, useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, type Sender } from '../../app/api.ts'
import { safePath } from '../../app/safe-path.ts'
import { webContext } from '../../app/server-context.ts'
import { useSite } from '../../app/site.ts'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { Button } from '../../components/button.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import text from '../../styles/text.module.css'
import { relayCookies } from './cookie-relay.ts'
import { ErrorSummary } from './error-summary.tsx'
import { failureText } from './failure-text.ts'
import { FormPage } from './form-page.tsx'
import { signIn } from './register.ts'
import { visitOf } from './signup-form.ts'
import styles from './signup.module.css'

export const handle: VisitorHandle = { header: 'none' }

export const loader = ({ request, context }: LoaderFunctionArgs) => {
  const next = nextOf(new URL(request.url).search)
  if (context.get(webContext).session) throw redirect(next)
  return { asked: next !== '/find' }
}

const read = (form: FormData) => ({ email: String(form.get('email') ?? '').replace(/\s+/g, ''), password: String(form.get('password') ?? '') })

/** Checks the form, signs in, and says why not: undefined when somebody is in. */
const attempt = async (send: Sender, form: FormData, search: string, host: string) => {
  const { email, password } = read(form)
  const refusal = (code: string, field = 'email') => ({ code, field, email, stamp: Date.now() })
  if (email === '') return refusal('errore_email')
  if (password === '') return refusal('password_mancante', 'password')
  try {
    await signIn(send, { ...visitOf(search), email, password, servizio: host })
    return undefined
  } catch (error) {
    return refusal(error instanceof ApiProblem ? error.code : '')
  }
}
const nextOf = (search: string) => safePath(new URLSearchParams(search).get('next'), '/find')

/** Without script. The new session comes with a full load. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, origin } = context.get(webContext)
  const { search } = new URL(request.url)
  const relay = relayCookies(api)
  const refused = await attempt(relay.send, await request.formData(), search, new URL(origin).hostname)
  return refused ?? redirectDocument(nextOf(search), { status: 303, headers: relay.headers })
}

/** With script the browser asks the API itself, and can do a proof of work. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const refused = await attempt((path, init) => fetch(path, init), await request.formData(), location.search, location.hostname)
  if (refused) return refused
  location.assign(nextOf(location.search))
  return new Promise<never>(() => undefined)
}

export default function Login() {
  const { t, i18n } = useLingui()
  const { brand } = useSite()
  const { asked } = useLoaderData<typeof loader>()
  const tried = useActionData<Awaited<ReturnType<typeof attempt>>>()
  const busy = useNavigation().state !== 'idle'
  const words = tried && i18n._(failureText(tried.code))
  return (
    <FormPage
      title={t`Accedi`} description={t`Accedi a ${brand.title} con la tua email e la tua password.`} intro={asked ? <Trans>Accedi per continuare: poi ti portiamo dove stavi andando.</Trans> : <Trans>Che bello rivederti.</Trans>}
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
