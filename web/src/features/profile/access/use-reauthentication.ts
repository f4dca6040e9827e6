import type { MessageDescriptor } from '@lingui/core'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api/api.ts'

/** Why it did not work, and whether the password is why. */
export interface Refused {
  readonly words: MessageDescriptor
  readonly atPassword: boolean
}

/**
 * Something for which the server may want the password first: it is tried without, then `asking` is true until it was done with one.
 * @param wordsOf what to show for a failure; null where the member chose another way
 */
export const useReauthentication = (wordsOf: (error: unknown) => Promise<MessageDescriptor | null>) => {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefused(null)
    try {
      await work()
      setAsking(false)
    } catch (error) {
      const { code, field } = error instanceof ApiProblem ? error : {}
      if (code === 'password_needed' && !asking) setAsking(true)
      else {
        const words = await wordsOf(error)
        setRefused(words && { words, atPassword: field === 'password' })
      }
    }
    setBusy(false)
  }
  const stopAsking = () => {
    setAsking(false)
    setRefused(null)
  }
  return { busy, asking, refused, attempt, stopAsking }
}
