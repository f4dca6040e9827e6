import { liftByHand, restrict } from '#modules/moderation/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import type { Customer, Shop } from './shop.ts'

const depsOf = ({ db, flows, clock }: Shop) => ({
  db,
  flows,
  brands: checkedInBrands(),
  enqueueEmail: emailQueue(clock.now),
  clock: clock.now,
})

/** Suspends a customer for some days. @returns the id of the suspension */
export async function suspend(shop: Shop, { memberId, brandId }: Customer, days: number): Promise<string> {
  const at = shop.clock.now()
  const id = await shop.db.transaction().execute((tx) =>
    restrict(tx, depsOf(shop), {
      brandId,
      memberId,
      caseId: null,
      kind: 'suspension',
      until: new Date(at.getTime() + days * 86_400_000),
      clause: 'harassment',
      content: { type: 'account', id: null, date: null },
      source: 'staff',
      madeBy: 'command:anna',
      origin: shop.site.origin,
      at,
    }),
  )
  return id!
}

/** Takes a suspension back before its end. */
export async function takeBack(shop: Shop, { memberId, brandId }: Customer, id: string): Promise<void> {
  await shop.db.transaction().execute((tx) =>
    liftByHand(tx, depsOf(shop), {
      brandId,
      memberId,
      id,
      by: 'command:bruno',
      reason: 'a mistake',
      origin: shop.site.origin,
      at: shop.clock.now(),
    }),
  )
}
