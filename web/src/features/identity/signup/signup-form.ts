import type { FormCode } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import type { SignupPlace } from './signup-attempt.ts'

/** The form as the page holds it; everything a string or a tick. */
export interface SignupValues {
  readonly email: string
  readonly password: string
  readonly age: string
  readonly region: string
  readonly city: string
  /** The country chosen on a brand that leaves some to another; empty where nothing is asked. */
  readonly livesIn: string
  readonly ownGender: string
  readonly seeks: string
  readonly terms: readonly [boolean, boolean, boolean, boolean]
  readonly promotion: boolean
  readonly thirdParty: boolean
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const withoutSpaces = (email: string) => email.replace(/\s+/g, '')
const field = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** How a page's form is read; `search` is the query of the page. */
export type ReadSignup = (form: FormData, search: string) => SignupValues

/** Reads the posted form; spaces in the email go, those in the password stay. */
export const readSignup = (form: FormData): SignupValues => ({
  email: withoutSpaces(field(form, 'email')),
  password: String(form.get('password') ?? ''),
  age: field(form, 'age'),
  region: field(form, 'region'),
  city: field(form, 'city'),
  livesIn: field(form, 'livesIn'),
  ownGender: field(form, 'sono'),
  seeks: field(form, 'cerco'),
  terms: [form.has('terms1'), form.has('terms2'), form.has('terms3'), form.has('terms4')],
  promotion: form.has('promotion'),
  thirdParty: form.has('thirdParty'),
})

const rules: readonly (readonly [FormCode, (values: SignupValues) => boolean])[] = [
  ['errore_email', ({ email }) => emailPattern.test(email)],
  ['errore_password', ({ password }) => password.length >= 8],
  ['eta', ({ age }) => Number(age) >= 18 && Number(age) <= 98],
  ['errore_citta', ({ region }) => region !== ''],
  ['errore_sono', ({ ownGender }) => ownGender === 'uomo' || ownGender === 'donna'],
  ['errore_cerco', ({ seeks }) => seeks === 'uomo' || seeks === 'donna'],
  ['errore_terms', ({ terms }) => terms.every(Boolean)],
]

/** What is wrong, in the order of the spec's section 5: the first is the one that wins. Empty when the form may go. */
export const signupFailures = (values: SignupValues): readonly FormCode[] =>
  rules.filter(([, holds]) => !holds(values)).map(([code]) => code)

/** The control each failure belongs to. */
export const fieldOf: Record<FormCode, string> = {
  errore_email: 'email',
  errore_password: 'password',
  eta: 'age',
  errore_citta: 'region',
  errore_sono: 'sono',
  errore_cerco: 'cerco',
  errore_terms: 'terms1',
}

/** Failures as the eye meets their fields, from the top of the form down; what belongs to no field comes last. */
export const inFormOrder = (codes: readonly string[]): readonly string[] => {
  const place = (code: string) => fieldsShown.indexOf(code) >>> 0
  return codes.toSorted((one, other) => place(one) - place(other))
}
const fieldsShown: readonly string[] = [
  'errore_sono',
  'errore_cerco',
  'eta',
  'errore_citta',
  'errore_email',
  'errore_password',
  'errore_terms',
] satisfies readonly FormCode[]

/** Whether somebody says they live where another brand of ours may be the one to register with: they are asked nothing else. */
export const livesElsewhere = (
  { livesIn }: Pick<SignupValues, 'livesIn'>,
  { country }: Pick<SignupPlace, 'country'>,
): boolean => /^[A-Z]{2}$/.test(livesIn) && livesIn !== country

/** The sign-up payload of the spec's section 3. */
export const signupPayloadOf = (values: SignupValues, { locale, host, ua, ...visit }: SignupPlace): SignupAnswers => ({
  ...visit,
  email: values.email,
  password: values.password,
  geo: values.region,
  region: values.region,
  city: values.city || undefined,
  age: Number(values.age),
  ownGender: values.ownGender === 'donna' ? 'donna' : 'uomo',
  seeks: values.seeks === 'uomo' ? 'uomo' : 'donna',
  terms1: values.terms[0],
  terms2: values.terms[1],
  terms3: values.terms[2],
  terms4: values.terms[3],
  consents: { promotion: values.promotion, thirdParty: values.thirdParty },
  language: locale,
  brandHost: host,
  ua: ua.slice(0, 512),
})

/** The address a link brought along (`mail`), without spaces; empty when there is none. A plus belongs to it, as links are written by hand. */
export const mailOf = (search: string): string =>
  withoutSpaces(new URLSearchParams(search.replaceAll('+', '%2B')).get('mail') ?? '').slice(0, 254)
export const isMail = (mail: string): boolean => emailPattern.test(mail)

const chosenAtRandom = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))

/** Auto-signup (spec section 5): the address comes with the link, the password is made up and shown to nobody, also not to the member. */
export const readAutoSignup: ReadSignup = (form, search) => ({
  ...readSignup(form),
  email: mailOf(search),
  password: chosenAtRandom(),
})
