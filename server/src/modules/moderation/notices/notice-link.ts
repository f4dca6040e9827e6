import type { Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'

interface Notice {
  /** Whose moderators decide about it. */
  readonly brandId: string
  readonly reportId: string
}

/** What the link is for: other things are sealed with the same keys. */
const purpose = 'outcome'

/**
 * The page with a notice and its outcome, which takes an appeal from who has no account. The link is stateless, and of no
 * use once the notifier is forgotten.
 */
export const noticeLink = (keys: Keys, origin: string, { brandId, reportId }: Notice): string =>
  `${origin}/cases?notice=${seal(keys, `${purpose} ${brandId} ${reportId}`)}`

/** @returns undefined for a link that is not ours. Its brand may be another one than that of the page. */
export function noticeOfLink(keys: Keys, token: string): Notice | undefined {
  let plain: string
  try {
    plain = unseal(keys, token)
  } catch {
    // Not our token: the page says that the link is not valid.
    return undefined
  }
  const [what, brandId, reportId] = plain.split(' ')
  return what === purpose && brandId !== undefined && reportId !== undefined ? { brandId, reportId } : undefined
}
