import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import { cardMonth } from './card-month.ts'
import { queueDetach } from './detach-cards.ts'
import { storedLabel } from './stored-label.ts'

/**
 * Routes to list and remove stored cards: removal is immediate here, and a retried job deletes the card at the
 * provider.
 */
export function cardRoutes(http: Http, deps: PaymentDeps): void {
  http.bind(routes.cards, async ({ member, params }) => {
    own(member, params.trackerId)
    const rows = await deps.db
      .selectFrom('card_tokens as c')
      .select((eb) => [
        'c.id',
        'c.connection',
        'c.card_brand',
        'c.last4',
        'c.created_at',
        'c.expires_at',
        eb
          .exists(
            eb
              .selectFrom('subscriptions as s')
              .select(eb.lit(1).as('one'))
              .whereRef('s.member_id', '=', 'c.member_id')
              .whereRef('s.card_token_id', '=', 'c.id')
              .where('s.renews', '=', true)
              .where('s.state', 'in', ['active', 'past_due']),
          )
          .as('pays_renewals'),
      ])
      .where('c.member_id', '=', member.memberId)
      .where('c.removed_at', 'is', null)
      .orderBy('c.created_at', 'desc')
      .orderBy('c.id', 'desc')
      .execute()
    return {
      cards: rows.map((row) => ({
        id: row.id,
        brand: row.card_brand ?? '',
        label: storedLabel(deps.connections, { brand: row.card_brand ?? '', connection: row.connection }),
        last4: row.last4 ?? '',
        time: row.created_at.toISOString(),
        expires: row.expires_at && cardMonth(row.expires_at),
        paysRenewals: row.pays_renewals === true,
      })),
    }
  })

  http.bind(routes.removeCard, async ({ member, params }) => {
    const removed = await deps.db.transaction().execute(async (tx) => {
      const card = await tx
        .updateTable('card_tokens')
        .set({ removed_at: deps.clock() })
        .where('member_id', '=', member.memberId)
        .where('id', '=', params.id)
        .where('removed_at', 'is', null)
        .returning(['connection', 'token'])
        .executeTakeFirst()
      if (card) await queueDetach(tx, { ...card, shopper: member.memberId })
      return card
    })
    if (!removed) throw notFound()
    deps.realtime.refresh(member.memberId)
    return { status: 'ok' as const }
  })
}
