import type { MessageDescriptor } from '@lingui/core'
import { useState } from 'react'
import { ApiProblem } from './api.ts'
import { failureText } from './failure-text.ts'

/** State of a request that may be refused: `busy` while it runs, then the reason as text. */
export const useAttempt = () => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(failureText(error instanceof ApiProblem ? error.code : ''))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, attempt, fail: (code: string) => setFailure(failureText(code)) }
}
