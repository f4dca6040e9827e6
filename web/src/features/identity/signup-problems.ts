import { useLingui } from '@lingui/react'
import { useActionData } from 'react-router'
import { failureText } from './failure-text.ts'
import type { SignupRefusal } from './signup-attempt.ts'
import { fieldOf } from './signup-form.ts'

type FieldCode = keyof typeof fieldOf

/** What was wrong with the form that was sent last, in words: for the summary, and for each field. */
export const useSignupProblems = () => {
  const { i18n } = useLingui()
  const tried = useActionData<SignupRefusal>()
  const words = (code: string) => i18n._(failureText(code))
  return {
    values: tried?.values,
    stamp: tried?.stamp,
    summary: (tried?.codes ?? []).map((code) => ({ field: fieldOf[code as FieldCode] ?? 'email', text: words(code) })),
    error: (code: FieldCode) => (tried?.codes.includes(code) ? words(code) : undefined),
  }
}
export type SignupProblems = ReturnType<typeof useSignupProblems>
