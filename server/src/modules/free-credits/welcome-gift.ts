import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { move } from '#modules/credits/index.ts'
import { creditTotal } from '#modules/members/index.ts'
import type { FreeCreditDeps } from './deps.ts'
import { notifyBalances } from './notify-balances.ts'

/** Called when the popup that mentions the gift opens: it shows what was booked (rule 12.3). */
export function welcomeGiftRoutes(http: Http, { db, flows, realtime, clock }: FreeCreditDeps): void {
  http.bind(routes.welcomeGift, async ({ member }) => {
    const flow = flows.of(member.brandId, member.flowId)
    const at = clock()
    const booked = await db.transaction().execute(async (tx) => {
      const first = await tx
        .updateTable('members')
        .set({ welcome_gift_shown_at: at })
        .where('id', '=', member.memberId)
        .where('welcome_gift_shown_at', 'is', null)
        .returning('level')
        .executeTakeFirst()
      const messages = first ? flow.welcomeGift : 0
      const moved = await move(tx, {
        memberId: member.memberId,
        brandId: member.brandId,
        account: 'messages',
        house: 'gifts',
        // A message costs a paying member the flow's price: a gift of five messages has to pay for five (12.15).
        amount: messages * (first && first.level > 0 ? flow.messageCost : 1),
        key: 'welcome-gift',
        at,
      })
      return { messages, balances: moved.balances }
    })
    if (booked.messages > 0) notifyBalances(realtime, member.memberId, member.level, booked.balances)
    return {
      result: 'OK' as const,
      bookedGift: booked.messages,
      messageCredits: booked.balances.messages,
      totalCredits: creditTotal(member.level, booked.balances.messages),
    }
  })
}
