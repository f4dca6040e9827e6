import { invite, type InvitationWish } from '#modules/identity/signup/invite.ts'
import { checkedInFlows } from './brands-folder.ts'
import type { TestServer } from './test-server.ts'

/**
 * Path and query of an invitation to `/notifications`, valid for 14 days. The link has the brand's domain, which this
 * machine does not serve.
 */
export async function invitationFor(
  { context: { brands }, database: { db }, url }: TestServer,
  email: string,
  wish: Partial<InvitationWish> = {},
): Promise<string> {
  const deps = { db, brands, flows: checkedInFlows(), clock: () => new Date(), here: url }
  const link = new URL(await invite(deps, { brand: 'local', email, red: '/notifications', days: '14', ...wish }))
  return link.pathname + link.search
}
