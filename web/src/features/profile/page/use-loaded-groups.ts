import { useEffect, useState } from 'react'
import { whenIdle } from '../../../components/layout/when-idle.ts'

/** The photos and the form, which a member may use immediately. */
const atFirst = 2

/**
 * How many of the page's `count` groups may load their data: one more each time the browser is idle. If all did so at
 * once, sending their requests would be one long task on a slow phone, and showing the answers another.
 */
export function useLoadedGroups(count: number): number {
  const [loaded, setLoaded] = useState(atFirst)
  useEffect(() => {
    if (loaded < count) return whenIdle(() => setLoaded(loaded + 1))
    return undefined
  }, [loaded, count])
  return loaded
}
