import { emailPattern, type FormCode } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import { isAcceptablePassword } from '../sign-in/passwords.ts'

export interface FormFailure {
  readonly code: FormCode
  readonly field: string
}

type Rule = FormFailure & { readonly holds: (form: SignupAnswers) => boolean }

/** Section 5, in order: the first rule that fails is reported. */
const rules: readonly Rule[] = [
  {
    code: 'errore_email',
    field: 'email',
    holds: (form) => form.email !== undefined && form.email.length <= 254 && emailPattern.test(form.email),
  },
  {
    code: 'errore_password',
    field: 'password',
    holds: (form) => form.password !== undefined && isAcceptablePassword(form.password),
  },
  {
    code: 'eta',
    field: 'age',
    holds: (form) => form.age !== undefined && Number.isInteger(form.age) && form.age >= 18 && form.age <= 98,
  },
  { code: 'errore_citta', field: 'geo', holds: (form) => regionOf(form) !== undefined },
  { code: 'errore_sono', field: 'sono', holds: (form) => form.ownGender !== undefined },
  { code: 'errore_cerco', field: 'cerco', holds: (form) => form.seeks !== undefined },
  {
    code: 'errore_terms',
    field: 'terms1',
    holds: (form) => form.terms1 === true && form.terms2 === true && form.terms3 === true && form.terms4 === true,
  },
]

/** Either of `geo` and `region` is enough (rule 11.10). */
export const regionOf = (form: SignupAnswers): string | undefined =>
  form.geo?.trim() || form.region?.trim() || undefined

/** The first failure of a sign-up form, or undefined. */
export function signupFailure(form: SignupAnswers): FormFailure | undefined {
  const rule = rules.find((candidate) => !candidate.holds(form))
  return rule && { code: rule.code, field: rule.field }
}
