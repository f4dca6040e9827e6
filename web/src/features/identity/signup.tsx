import { Trans, useLingui } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import {
  type ActionFunctionArgs, type ClientActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useActionData, useLoaderData, useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '../../app/api.ts'
import { webContext } from '../../app/server-context.ts'
import { useSite } from '../../app/site.ts'
import type { VisitorHandle } from '../../app/visitor-layout.tsx'
import { Button } from '../../components/button.tsx'
import { ComboBox } from '../../components/combo-box.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { SegmentedControl } from '../../components/segmented-control.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextField } from '../../components/text-field.tsx'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import { citySearch } from './city-search.ts'
import { Consents } from './consents.tsx'
import { relayCookies } from './cookie-relay.ts'
import { deviceSignal } from './device-signal.ts'
import { ErrorSummary } from './error-summary.tsx'
import { failureText } from './failure-text.ts'
import { FormPage } from './form-page.tsx'
import { register } from './register.ts'
import { fieldOf, readSignup, signupFailures, signupPayloadOf } from './signup-form.ts'
import styles from './signup.module.css'

export const handle: VisitorHandle = { header: 'none', script: 'later' }

const ages = Array.from({ length: 98 - 18 + 1 }, (_, index) => String(18 + index))

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { session, api, brand, locale } = context.get(webContext)
  if (session) throw redirect('/find')
  const regions = await apiOver(api)('GET /api/get/regions/:country', { params: { country: brand.country } }).catch(() => [])
  return { regions: regions.map(({ state_title: title }) => title), country: brand.country, locale }
}

const refusal = (form: FormData, codes: readonly string[]) => {
  const { password: _, ...values } = readSignup(form)
  return { codes, values, stamp: Date.now() }
}
const codeOf = (error: unknown) => [error instanceof ApiProblem ? error.code : '']

/** Without script: the posted form, checked and registered here. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api, brand, locale, origin } = context.get(webContext)
  const form = await request.formData()
  const failures = signupFailures(readSignup(form))
  if (failures.length > 0) return refusal(form, failures)
  const relay = relayCookies(api)
  try {
    await register(relay.send, signupPayloadOf(readSignup(form), {
      search: new URL(request.url).search, country: brand.country, locale, host: new URL(origin).hostname, ua: request.headers.get('user-agent') ?? '',
    }))
  } catch (error) {
    return refusal(form, codeOf(error))
  }
  return redirect('/find', { status: 303, headers: relay.headers })
}

/** With script: the same from the browser, so that the password leaves it only sealed. */
export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const failures = signupFailures(readSignup(form))
  if (failures.length > 0) return refusal(form, failures)
  try {
    const payload = signupPayloadOf(readSignup(form), {
      search: location.search, country: String(form.get('country')), locale: document.documentElement.lang as 'it', host: location.hostname, ua: navigator.userAgent,
    })
    await register((path, init) => fetch(path, init), { ...payload, fingerprint: await deviceSignal() })
  } catch (error) {
    return refusal(form, codeOf(error))
  }
  location.assign('/find')
  return new Promise<never>(() => undefined)
}

export default function Signup() {
  const { t, i18n } = useLingui()
  const { brand } = useSite()
  const { regions, country } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state === 'submitting'
  const [region, setRegion] = useState(tried?.values.region ?? '')
  const [city, setCity] = useState(tried?.values.city ?? '')
  const values = tried?.values
  const words = (code: string) => i18n._(failureText(code))
  const error = (code: keyof typeof fieldOf) => (tried?.codes.includes(code) ? words(code) : undefined)
  const summary = (tried?.codes ?? []).map((code) => ({ field: fieldOf[code as keyof typeof fieldOf] ?? 'email', text: words(code) }))
  const genders = { women: t`Donne`, men: t`Uomini` }
  return (
    <FormPage
      title={t`Crea il tuo profilo`} description={t`Iscriviti gratis a ${brand.title}: un paio di minuti, nessuna carta richiesta, solo per maggiorenni.`}
      intro={<Trans>Sei a due minuti dal primo ciao. Foto e descrizione le aggiungi dopo.</Trans>}
      other={<a className={`${text.link} ${text.sm}`} href="/login"><Trans>Hai già un profilo? Accedi</Trans></a>}
    >
      <Form method="post" className={styles.form} noValidate>
        <ErrorSummary failures={summary} stamp={tried?.stamp} />
        <input type="hidden" name="country" value={country} />
        <SegmentedControl
          label={t`Io sono`} name="sono" id="sono" defaultValue={values?.sono} error={error('errore_sono')}
          options={[{ value: 'donna', label: t`Una donna` }, { value: 'uomo', label: t`Un uomo` }]}
        />
        <SegmentedControl
          label={t`Cerco`} name="cerco" id="cerco" defaultValue={values?.cerco} error={error('errore_cerco')}
          options={[{ value: 'donna', label: genders.women }, { value: 'uomo', label: genders.men }]}
        />
        <div className={layout.two}>
          <SelectField label={t`Età`} name="age" id="age" defaultValue={values?.age ?? ''} error={error('eta')}>
            <option value="">{t`Scegli`}</option>
            {ages.map((age) => <option key={age}>{age}</option>)}
          </SelectField>
          <SelectField
            label={t`Regione`} name="region" id="region" value={region} error={error('errore_citta')}
            onChange={(event) => { setRegion(event.target.value); setCity('') }}
          >
            <option value="">{t`Scegli`}</option>
            {regions.map((name) => <option key={name}>{name}</option>)}
          </SelectField>
        </div>
        <ComboBox
          label={t`Città`} optional={t`(facoltativa)`} name="city" id="city" value={city} onChange={setCity} search={citySearch(country, region)}
          empty={<Trans>Nessuna città con questo nome.</Trans>} hint={<Trans>Scrivi almeno tre lettere e scegli dall’elenco.</Trans>}
        />
        <TextField
          label={t`Email`} name="email" id="email" type="email" autoComplete="email" inputMode="email" icon={Mail} defaultValue={values?.email}
          error={error('errore_email')} hint={<Trans>Ti scriviamo per confermarla. Gli altri non la vedono mai.</Trans>}
        />
        <PasswordField label={t`Password`} name="password" id="password" autoComplete="new-password" meter maxLength={128} error={error('errore_password')} />
        <Consents values={values} error={error('errore_terms')} />
        <Button type="submit" size="lg" block busy={busy && <Trans>Creo il profilo…</Trans>}><Trans>Crea il profilo</Trans></Button>
        <p className={`${text.xs} ${text.muted} ${text.center}`}><Trans>Gratis. Nessuna carta richiesta. {brand.title} è solo per maggiorenni.</Trans></p>
      </Form>
    </FormPage>
  )
}
