import { useEffect, useState } from 'react'

/** After this many milliseconds without an answer a page says that it takes longer than usual. */
export const slowMs = 6_000

/** Whether something has been waited for without a break for six seconds. */
export const useSlow = (isWaiting: boolean): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
