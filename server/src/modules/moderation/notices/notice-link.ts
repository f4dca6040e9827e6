import type { Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'

interface Notice {
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

/** @returns the notice's id; undefined for a link that is not ours, or of another brand */
export function noticeOfLink(keys: Keys, brandId: string, token: string): string | undefined {
  let plain: string
  try {
    plain = unseal(keys, token)
  } catch {
    // Not our token: the page says that the link is not valid.
    return undefined
  }
  const [what, brand, reportId] = plain.split(' ')
  return what === purpose && brand === brandId ? reportId : undefined
}
