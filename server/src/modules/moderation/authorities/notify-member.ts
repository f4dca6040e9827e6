import type { Locale, RestrictedContent, RestrictionKind } from '@incontro/contract'
import { makeLinkToken } from '#modules/identity/index.ts'
import type { ModerationDeps, SuspensionDeps } from '../deps.ts'
import { originOf } from '../origin-of.ts'
import { insertStep } from './add-step.ts'

/**
 * Notifies a member of an order about them that was carried out, at most once, and not before the order allows it
 * (regulation (EU) 2022/2065, articles 9 and 10).
 */
export async function notifyOfOrder(
  deps: ModerationDeps & Pick<SuspensionDeps, 'brands'>,
  { brandId, orderId }: { readonly brandId: string; readonly orderId: string },
): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('authority_orders')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('id', '=', orderId)
      .where('member_id', 'is not', null)
      .where((eb) => eb.or([eb('silent_until', 'is', null), eb('silent_until', '<=', at)]))
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.member_id === null) return
    const memberId = order.member_id
    const member = await tx
      .selectFrom('members')
      .select(['email', 'locale'])
      .where('id', '=', memberId)
      .where('email_confirmed_at', 'is not', null)
      .where('state', 'in', ['active', 'suspended', 'deactivated', 'deleting'])
      .executeTakeFirst()
    const effect = await tx
      .selectFrom('authority_order_steps as s')
      .leftJoin('restrictions as r', (join) =>
        join.onRef('r.brand_id', '=', 's.brand_id').onRef('r.id', '=', 's.restriction_id'),
      )
      .select(['s.body', 'r.kind', 'r.until_at', 'r.content_type'])
      .where('s.brand_id', '=', brandId)
      .where('s.order_id', '=', orderId)
      .where('s.kind', '=', 'effect')
      .where('s.outcome', '<>', 'not_given')
      .executeTakeFirst()
    if (!member || !effect) return
    const step = { kind: 'member_notified', at, body: '', madeBy: 'rule', madeAt: at } as const
    if (!(await insertStep(tx, order, step))) return
    // A suspended member has no session: the link shows the decision and takes the appeal.
    const token = await makeLinkToken(tx, { purpose: 'read_cases', brandId, memberId, email: member.email, at })
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'authority-order',
      to: member.email,
      locale: member.locale as Locale,
      props: {
        order: order.kind as 'act' | 'information',
        authority: order.authority,
        country: order.country,
        reference: order.reference,
        legalGround: order.legal_ground,
        receivedAt: order.received_at.toISOString(),
        facts: effect.body,
        effect:
          effect.kind === null
            ? null
            : {
                restriction: effect.kind as RestrictionKind,
                until: effect.until_at?.toISOString() ?? null,
                content: effect.content_type as RestrictedContent,
              },
        link: `${originOf(deps, brandId)}/cases?token=${token}`,
      },
    })
  })
}
