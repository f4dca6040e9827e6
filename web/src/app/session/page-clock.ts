import { createContext, useContext } from 'react'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { useTimeZone } from './time-zone.ts'

/** When the server rendered the document, in milliseconds since 1970; null outside the member shell. */
export const RenderedAt = createContext<number | null>(null)

export interface PageClock {
  readonly now: Date
  /** The IANA time zone by which days and hours are said; undefined for the device's. */
  readonly timeZone: string | undefined
}

const deviceClock = (): PageClock => ({ now: new Date(), timeZone: undefined })

/**
 * The device's clock. On the server and while its page is hydrated, the moment of that rendering in the time zone of the
 * member's country instead: the browser has to say what the server said, and corrects it afterwards if it differs.
 */
export const usePageClock = (): PageClock => {
  const isHydrating = useHydrating()
  const renderedAt = useContext(RenderedAt)
  const timeZone = useTimeZone()
  return isHydrating && renderedAt !== null ? { now: new Date(renderedAt), timeZone } : deviceClock()
}
