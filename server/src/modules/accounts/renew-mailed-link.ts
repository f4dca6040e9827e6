import { renewLink } from '#modules/identity/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { holdUntil } from './addresses.ts'

/**
 * `renewLink` for a link whose email leaves now. The address to which it leads back stays reserved as long: another
 * member who registered it meanwhile could not be undone.
 * @returns whether the link may still be used
 */
export async function renewMailedLink(executor: Executor, token: string, at: Date): Promise<boolean> {
  const link = await renewLink(executor, token, at)
  if (link?.purpose === 'undo_email_change') await holdUntil(executor, link, link.endsAt)
  return link !== undefined
}
