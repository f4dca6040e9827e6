import type { MessageDescriptor } from '@lingui/core'
import { useState } from 'react'
import { ApiProblem } from '#app/api/api.ts'
import { usePending } from '#app/api/use-pending.ts'

/** Why the action failed, and whether the password was the reason. */
export interface Refused {
  readonly words: MessageDescriptor
  readonly atPassword: boolean
}

/**
 * Runs an action for which the server may require the password. It is tried without one first; if that is refused,
 * `asking` is true until it succeeds with one.
 * @param wordsOf the message for a failure; null if the member cancelled to use another method
 */
export const useReauthentication = (wordsOf: (error: unknown) => Promise<MessageDescriptor | null>) => {
  const [busy, run] = usePending()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const attempt = (work: () => Promise<unknown>) =>
    run(async () => {
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
    })
  const stopAsking = () => {
    setAsking(false)
    setRefused(null)
  }
  return { busy, asking, refused, attempt, stopAsking }
}
