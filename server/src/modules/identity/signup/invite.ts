import { encodeRed, normaliseEmail, publicOrigin, safeTarget } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { isDeliverableForm, isForbiddenDomain } from '#platform/mail/email-address.ts'
import { makeInvitation } from './invitations.ts'
import { hereAt } from './elsewhere.ts'

/** An invitation as typed by an operator, unvalidated. */
export interface InvitationWish {
  readonly brand: string
  readonly email: string
  readonly red: string
  readonly days: string
  readonly source?: string | undefined
  readonly campid?: string | undefined
  readonly flow?: string | undefined
}

/** Why the invitation is refused, in one sentence that names the option. */
export class CannotInvite extends Error {}

/**
 * Creates an invitation and returns its link: at the brand's domain, or in a demo at its local host.
 * @param here scheme and port of a demo, `http://localhost:3000`
 * @throws CannotInvite; nothing is stored then
 */
export async function invite(
  deps: {
    readonly db: Executor
    readonly brands: Brands
    readonly flows: Flows
    readonly clock: () => Date
    readonly here: string
  },
  wish: InvitationWish,
): Promise<string> {
  const brand = deps.brands.byKey(wish.brand)
  if (!brand)
    throw new CannotInvite(
      `--brand: there is no brand “${wish.brand}”, there are ${deps.brands.list.map(({ key }) => key).join(', ')}`,
    )
  const email = normaliseEmail(wish.email)
  if (!isDeliverableForm(email)) throw new CannotInvite(`--email: “${wish.email}” cannot receive mail`)
  if (isForbiddenDomain(email, brand.refusedEmailDomains))
    throw new CannotInvite(`--email: ${brand.title} takes no addresses of this kind`)
  const red = safeTarget(wish.red)
  if (red === undefined) throw new CannotInvite(`--red: “${wish.red}” is not a path of the site, such as /find`)
  const days = /^\d{1,2}$/.test(wish.days) ? Number(wish.days) : 0
  if (days < 1 || days > 90) throw new CannotInvite(`--days: “${wish.days}” is not a number from 1 to 90`)
  const flow = wish.flow === undefined ? undefined : deps.flows.all(brand.key).find(({ id }) => id === wish.flow)
  if (wish.flow !== undefined && !flow)
    throw new CannotInvite(
      `--flow: ${brand.title} has no flow “${wish.flow}”, it has ${deps.flows
        .all(brand.key)
        .map(({ id }) => id)
        .join(', ')}`,
    )
  // Its members would be counted with visitors who were led there by chance.
  if (deps.flows.comparisons(brand.key).some((one) => [one.flow.id, one.other.id].includes(wish.flow ?? '')))
    throw new CannotInvite(`--flow: “${wish.flow}” is being compared with another flow, leave it out`)
  for (const option of ['source', 'campid'] as const) {
    if (wish[option] !== undefined && !/^[^\p{C}]{1,200}$/u.test(wish[option]))
      throw new CannotInvite(`--${option}: must be 1 to 200 characters of text`)
  }
  const member = await deps.db
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brand.key)
    .where('email', '=', email)
    .executeTakeFirst()
  if (member) throw new CannotInvite(`--email: ${email} is a member of ${brand.title} already`)
  const demo = await deps.db.selectFrom('demo_installations').select('mark').executeTakeFirst()
  const origin = publicOrigin({
    demo: demo !== undefined,
    origin: hereAt(deps.here, brand.hosts),
    domain: brand.domain,
  })
  const token = await makeInvitation(deps.db, {
    brandId: brand.key,
    email,
    red,
    source: wish.source ?? null,
    campid: wish.campid ?? null,
    flowId: flow?.id ?? null,
    days,
    at: deps.clock(),
  })
  return `${origin}/external_email?token=${token}&red=${encodeRed(red)}`
}
