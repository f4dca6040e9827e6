import type { MessageDescriptor } from '@lingui/core'
import { useState } from 'react'
import { ApiProblem } from './api.ts'
import { failureText } from './failure-text.ts'
import { usePending } from './use-pending.ts'

/** State of a request that may be refused: `busy` while it runs, then the reason as text. */
export const useAttempt = () => {
  const [busy, run] = usePending()
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  const attempt = (work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null)
    return run(work).then(
      () => true,
      (error: unknown) => {
        setFailure(failureText(error instanceof ApiProblem ? error.code : ''))
        return false
      },
    )
  }
  return { busy, failure, attempt, fail: (code: string) => setFailure(failureText(code)) }
}
