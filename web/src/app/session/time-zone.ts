import { timeZoneOf } from '@incontro/contract/time-zones'
import { createContext, useContext } from 'react'
import { useSite } from '../brand/site.ts'

/** The country of the member's account; null on pages for visitors. Apart from the session, which they do not load. */
export const AccountCountry = createContext<string | null>(null)

/**
 * The time zone by which terms, prices and free credits are dated: that of the country of the member's account, or of the
 * brand's for visitors. The device's decides nothing.
 */
export const useTimeZone = (): string => {
  const { brand } = useSite()
  return timeZoneOf(useContext(AccountCountry) ?? brand.country)
}
