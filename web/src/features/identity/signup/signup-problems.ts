import { useLingui } from '@lingui/react'
import { type FormEvent, useState } from 'react'
import { useActionData } from 'react-router'
import { failureText } from '#app/api/failure-text.ts'
import type { SignupRefusal } from './signup-attempt.ts'
import { unknownTown } from '#features/geo/index.ts'
import { fieldOf, inFormOrder, more, readSignup, signupFailures, unknownTownCode } from './signup-form.ts'

type FieldCode = keyof typeof fieldOf

/** The messages about the form's last submission: for the summary, and for each field. */
export const useSignupProblems = () => {
  const { i18n } = useLingui()
  const answer = useActionData<SignupRefusal | { readonly elsewhere: string }>()
  const tried = answer && 'codes' in answer ? answer : undefined
  // A corrected field is no longer red, while the others keep the result of the last attempt.
  const [mended, setMended] = useState<{ readonly of: unknown; readonly codes: ReadonlySet<string> }>()
  const isOpen = (code: string) => mended?.of !== tried || !mended?.codes.has(code)
  const codes = (tried?.codes ?? []).filter(isOpen)
  const recheck = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    if (!tried) return
    const values = readSignup(new FormData(currentTarget))
    const wrong: readonly string[] = [
      ...signupFailures(values),
      ...(values.city === tried.values.city && values.region === tried.values.region ? [unknownTownCode] : []),
    ]
    setMended({ of: tried, codes: new Set(Object.keys(fieldOf).filter((code) => !wrong.includes(code))) })
  }
  const words = (code: string) =>
    i18n._(code === unknownTownCode && tried ? unknownTown(tried.values.city, tried.values.region) : failureText(code))
  const asksWord = tried?.values.ownGender === more
  return {
    values: tried?.values,
    stamp: tried?.stamp,
    /** The site to register with instead. */
    elsewhere: answer && 'elsewhere' in answer ? answer.elsewhere : undefined,
    /** For the form's `onChange`. */
    recheck,
    summary: inFormOrder(codes).map((code) => ({
      field: code === 'errore_sono' && asksWord ? 'genderWord' : (fieldOf[code as FieldCode] ?? 'email'),
      text: words(code),
    })),
    error: (code: FieldCode) => (codes.includes(code) ? words(code) : undefined),
  }
}
export type SignupProblems = ReturnType<typeof useSignupProblems>
