import { safeTarget } from '@incontro/contract/red'

/**
 * A path of this site from untrusted input (`next`), or the fallback; the same rule as for `red` in links (decision 2).
 */
export const safePath = (value: string | null | undefined, fallback = '/'): string => safeTarget(value) ?? fallback
