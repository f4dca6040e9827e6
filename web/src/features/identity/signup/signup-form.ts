import type { FormCode, GenderWord } from '@incontro/contract'
import { listOfSides } from '@incontro/contract/gender-sides'
import { visibleEmail } from '@incontro/contract/email-address'
import { hasPasswordLength } from '@incontro/contract/password-length'
import type { SignupAnswers } from '@incontro/contract/domain'
import type { SignupPlace } from './signup-place.ts'

/** The form's values as the page holds them: strings and booleans. */
export interface SignupValues {
  readonly email: string
  readonly password: string
  readonly age: string
  readonly region: string
  readonly city: string
  /** The chosen country, on a brand that leaves some countries to another brand; empty if the form does not ask. */
  readonly livesIn: string
  /** `more`: the three below count. */
  readonly ownGender: string
  readonly genderWord: string
  readonly showsGender: boolean
  /** In whose searches the member is listed: `donna`, `uomo` or `both`; the same for whom they seek. */
  readonly listed: string
  readonly seeks: string
  readonly terms: readonly [boolean, boolean, boolean, boolean]
  readonly promotion: boolean
  readonly thirdParty: boolean
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const field = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** Reads a page's form; `search` is the page's query string. */
export type ReadSignup = (form: FormData, search: string) => SignupValues

/** Reads the posted form; the email without invisible characters, the password as it was typed. */
export const readSignup = (form: FormData): SignupValues => ({
  email: visibleEmail(field(form, 'email')),
  password: String(form.get('password') ?? ''),
  age: field(form, 'age'),
  region: field(form, 'region'),
  city: field(form, 'city'),
  livesIn: field(form, 'livesIn'),
  ownGender: field(form, 'sono'),
  genderWord: field(form, 'genderWord'),
  showsGender: form.has('showsGender'),
  listed: field(form, 'listed'),
  seeks: field(form, 'cerco'),
  terms: [form.has('terms1'), form.has('terms2'), form.has('terms3'), form.has('terms4')],
  promotion: form.has('promotion'),
  thirdParty: form.has('thirdParty'),
})

/** The answer of members for whom “woman” or “man” does not say it. */
export const more = 'more'

const listedOf = ({ ownGender, listed }: SignupValues) => listOfSides(ownGender === more ? listed : ownGender)

const rules: readonly (readonly [FormCode, (values: SignupValues) => boolean])[] = [
  ['errore_email', ({ email }) => emailPattern.test(email)],
  ['errore_password', ({ password }) => hasPasswordLength(password)],
  ['eta', ({ age }) => Number(age) >= 18 && Number(age) <= 98],
  ['errore_citta', ({ region }) => region !== ''],
  [
    'errore_sono',
    (values) => listedOf(values) !== undefined && (values.ownGender !== more || values.genderWord !== ''),
  ],
  ['errore_cerco', ({ seeks }) => listOfSides(seeks) !== undefined],
  ['errore_terms', ({ terms }) => terms.every(Boolean)],
]

/** The mistakes in the order of the specification's section 5, of which the first takes precedence. Empty for a valid form. */
export const signupFailures = (values: SignupValues): readonly FormCode[] =>
  rules.filter(([, holds]) => !holds(values)).map(([code]) => code)

/** The page's own code for a town that was typed and that the region does not have. */
export const unknownTownCode = 'unknown_town'

/** The field of each failure. */
export const fieldOf: Record<FormCode | typeof unknownTownCode, string> = {
  unknown_town: 'city',
  errore_email: 'email',
  errore_password: 'password',
  eta: 'age',
  errore_citta: 'region',
  errore_sono: 'sono',
  errore_cerco: 'cerco',
  errore_terms: 'terms1',
}

/** Sorts failures by the position of their fields, from the top of the form; those without a field come last. */
export const inFormOrder = (codes: readonly string[]): readonly string[] => {
  const place = (code: string) => fieldsShown.indexOf(code) >>> 0
  return codes.toSorted((one, other) => place(one) - place(other))
}
const fieldsShown: readonly string[] = [
  'errore_sono',
  'errore_cerco',
  'eta',
  'errore_citta',
  unknownTownCode,
  'errore_email',
  'errore_password',
  'errore_terms',
] satisfies readonly (FormCode | typeof unknownTownCode)[]

/** Whether the visitor lives in a country of another of our brands; the form then asks nothing else. */
export const livesElsewhere = (
  { livesIn }: Pick<SignupValues, 'livesIn'>,
  { country }: Pick<SignupPlace, 'country'>,
): boolean => /^[A-Z]{2}$/.test(livesIn) && livesIn !== country

/** `sono` and `cerco`, and beside them only what these cannot say: a form of before sends what it always sent. */
const gendersOf = (values: SignupValues) => {
  const listedAll = listedOf(values) ?? ['uomo']
  const seeksAll = listOfSides(values.seeks) ?? ['donna']
  return {
    ownGender: listedAll[0],
    seeks: seeksAll[0],
    ...(listedAll.length > 1 && { listedAll }),
    ...(seeksAll.length > 1 && { seeksAll }),
    ...(values.ownGender === more && {
      // The server refuses a word that its list does not have.
      genderWord: values.genderWord as GenderWord,
      hidesGenderWord: !values.showsGender,
    }),
  }
}

/** The sign-up payload of the specification's section 3. */
export const signupPayloadOf = (values: SignupValues, { locale, host, ua, ...visit }: SignupPlace): SignupAnswers => ({
  ...visit,
  email: values.email,
  password: values.password,
  geo: values.region,
  region: values.region,
  city: values.city || undefined,
  age: Number(values.age),
  ...gendersOf(values),
  terms1: values.terms[0],
  terms2: values.terms[1],
  terms3: values.terms[2],
  terms4: values.terms[3],
  consents: { promotion: values.promotion, thirdParty: values.thirdParty },
  language: locale,
  brandHost: host,
  ua: ua.slice(0, 512),
})

/**
 * The address in the link (`mail`), without invisible characters; empty if there is none. A plus is part of it, since links may be
 * written by hand.
 */
export const mailOf = (search: string): string =>
  visibleEmail(new URLSearchParams(search.replaceAll('+', '%2B')).get('mail') ?? '').slice(0, 254)
export const isMail = (mail: string): boolean => emailPattern.test(mail)

const chosenAtRandom = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))

/**
 * Auto-signup (section 5): the address is in the link, the password is generated and shown to no one, not even to
 * the member.
 */
export const readAutoSignup: ReadSignup = (form, search) => ({
  ...readSignup(form),
  email: mailOf(search),
  password: chosenAtRandom(),
})
