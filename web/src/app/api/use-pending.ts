import { useCallback, useState } from 'react'

/**
 * Whether work is going on, and a function that does it: `const [busy, run] = usePending()`. What the work returns or
 * throws is the caller's.
 */
export const usePending = () => {
  const [count, setCount] = useState(0)
  const run = useCallback(async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setCount((now) => now + 1)
    try {
      return await work()
    } finally {
      setCount((now) => now - 1)
    }
  }, [])
  return [count > 0, run] as const
}
