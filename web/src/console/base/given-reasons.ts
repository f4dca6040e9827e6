import { useLocation } from 'react-router'

/** How long a reason holds: within a case no one is asked twice, and later it may be another case. */
const holdsMs = 60 * 60_000

const given = new Map<string, { readonly reason: string; readonly at: number }>()

/** What someone’s data is opened of, as its address says it. */
type Opened = `${'members' | 'orders' | 'support'}/${string}`

/** Keeps the reason for which something was opened, for what belongs to the same case. It is gone with the page. */
export function keepReason(brand: string, opened: readonly Opened[], reason: string): void {
  for (const one of opened) given.set(`${brand}/${one}`, { reason, at: Date.now() })
}

/** The reason that was given within the hour for this, or for what led to it. */
export function keptReason(brand: string, opened: Opened): string | undefined {
  const known = given.get(`${brand}/${opened}`)
  return known && Date.now() - known.at < holdsMs ? known.reason : undefined
}

/** That of the link that was followed, or one that was kept. */
export function useGivenReason(brand: string, opened: Opened): string | undefined {
  const state = useLocation().state as { readonly reason?: string } | null
  return state?.reason ?? keptReason(brand, opened)
}
