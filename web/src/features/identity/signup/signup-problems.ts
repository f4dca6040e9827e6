import { useLingui } from '@lingui/react'
import { useActionData } from 'react-router'
import { failureText } from '../../../app/api/failure-text.ts'
import type { SignupRefusal } from './signup-attempt.ts'
import { fieldOf } from './signup-form.ts'

type FieldCode = keyof typeof fieldOf

/** What was wrong with the form that was sent last, in words: for the summary, and for each field. */
export const useSignupProblems = () => {
  const { i18n } = useLingui()
  const answer = useActionData<SignupRefusal | { readonly elsewhere: string }>()
  const tried = answer && 'codes' in answer ? answer : undefined
  const words = (code: string) => i18n._(failureText(code))
  return {
    values: tried?.values,
    stamp: tried?.stamp,
    /** The site to register with instead. */
    elsewhere: answer && 'elsewhere' in answer ? answer.elsewhere : undefined,
    summary: (tried?.codes ?? []).map((code) => ({ field: fieldOf[code as FieldCode] ?? 'email', text: words(code) })),
    error: (code: FieldCode) => (tried?.codes.includes(code) ? words(code) : undefined),
  }
}
export type SignupProblems = ReturnType<typeof useSignupProblems>
