import { paymentCodes } from '@incontro/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn, endOfDay } from '#modules/calendar/index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { renewalUnpaid } from './unpaid.ts'

/* Every decline of a renewal, in every state of its plan, with and without grace days. */

const day = 86_400_000
const zone = 'Europe/Rome'

let shop: Shop
let ada: Customer
let grace = 7
beforeAll(async () => {
  shop = await openShop({
    brand: {
      get renewal() {
        return { noticeDays: 30, graceDays: grace }
      },
    },
  })
  ada = await shop.customer()
  expect((await shop.pay(ada, 'plan-3m', '4111111111111111')).body.message).toBe('success')
})
afterAll(() => shop.close())

type Meaning = 'again' | 'member' | 'other method' | 'over'
/** By the bank's code; what is not here says nothing of the reason. */
const meanings: Readonly<Record<string, Meaning>> = {
  insufficient_funds: 'again',
  retry: 'again',
  processing_error: 'again',
  authentication_required: 'member',
  warning: 'member',
  lost_or_stolen: 'over',
  blacklisted: 'over',
}
const codes = [...paymentCodes.filter((code) => code !== 'success' && code !== 'pending'), null]
const cases = ['active', 'past_due', 'cancelled'].flatMap((state) =>
  [0, 7].flatMap((graceDays) => codes.map((code) => ({ state, graceDays, code }))),
)

test.each(cases)('$code, $state, $graceDays days of grace', async ({ state, graceDays, code }) => {
  grace = graceDays
  const { id, period_end: end } = (await shop.stateOf(ada)).terms[0]!
  // Her days end with the last hour of the last, in Italy.
  const promised = endOfDay(dayIn(addDays(end, 7, zone), zone), zone)
  shop.clock.offsetMs = end.getTime() + day + 60_000 - Date.now()
  // What a decline changes is undone for the next one.
  const undone = new Error('undone')
  const declining = shop.db.transaction().execute(async (tx) => {
    const isLater = state === 'past_due'
    await tx
      .updateTable('subscriptions')
      .set({ state, tries: isLater ? 1 : 0, grace_until: isLater ? promised : null, next_try_at: null })
      .where('id', '=', id)
      .execute()
    const declined = { renewal_of: id, renewal_from: end, member_id: ada.memberId, brand_id: 'battito' }
    await renewalUnpaid(shop.deps, tx, { ...declined, state: 'declined', code })
    const term = await tx.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { level } = await tx
      .selectFrom('members')
      .select('level')
      .where('id', '=', ada.memberId)
      .executeTakeFirstOrThrow()
    const email = await tx
      .selectFrom('emails')
      .select(['kind', 'props'])
      .where('member_id', '=', ada.memberId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

    const meaning = meanings[code ?? ''] ?? 'other method'
    // Days that were promised are kept, whatever is declined in them and however the brand counts now.
    const stays = state !== 'cancelled' && (isLater || (graceDays > 0 && meaning !== 'over'))
    expect([term.state, level]).toEqual(stays ? ['past_due', 2] : ['ended', 1])
    if (!stays) {
      if (state !== 'cancelled')
        expect(email).toMatchObject({
          kind: 'plan-ended',
          props: { reason: meaning === 'over' ? 'declined' : 'unpaid' },
        })
      throw undone
    }
    const next = meaning === 'again' ? new Date(end.getTime() + 3 * day) : null
    expect(term).toMatchObject({ grace_until: promised, next_try_at: next })
    expect(email).toMatchObject({
      kind: 'renewal-failed',
      props: {
        graceUntil: promised.toISOString(),
        nextTry: next?.toISOString() ?? null,
        authentication: meaning === 'member',
        otherMethod: meaning === 'other method' || meaning === 'over',
      },
    })
    throw undone
  })
  await expect(declining).rejects.toBe(undone)
})
