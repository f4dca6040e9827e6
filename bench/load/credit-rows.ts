import { day } from './account-rows.ts'
import type { Spent } from './conversation-rows.ts'
import type { MadeMember, World } from './members.ts'
import type { Random } from './random.ts'
import type { Tables } from './tables.ts'

const month = 30 * day

/** Writes the wallet, gifts and purchases with their records. The balances are the sums of the ledger entries. */
export function writeCredits(
  to: Tables,
  world: World,
  member: MadeMember,
  random: Random,
  spent: Spent,
  likes: readonly string[],
): void {
  const {
    site: { brand, flow },
    id,
  } = member
  const transfer = (from: string, target: string, amount: number, key: string, at: number): void => {
    if (amount > 0) to.ledger_transfers.row(id, random.uuid(at), brand.key, from, target, amount, key, new Date(at))
  }
  const gifts = { messages: flow.freeMessages, icebreakers: flow.icebreakerCredits, likes: flow.likeCredits }
  for (const account of ['messages', 'icebreakers', 'likes'] as const)
    transfer('house:gifts', `wallet:${account}`, gifts[account], `registration:${account}`, member.joined)
  const paidLikes = member.level === 0 ? likes.slice(0, gifts.likes) : []
  for (const key of paidLikes) transfer('wallet:likes', 'house:spent', 1, key, Number(key.split(':')[2]))
  let missing = spent.messages - gifts.messages
  let bought = 0
  if (member.level === 1) bought = writePurchases(to, world, member, random, missing)
  else missing = 0
  // Icebreakers beyond the welcome gift were refilled for free.
  const refilled = Math.max(0, spent.icebreakers - gifts.icebreakers)
  transfer('house:gifts', 'wallet:icebreakers', refilled, 'refill:icebreakers:load', member.joined)
  // oxfmt-ignore
  to.wallets.row(id, brand.key, gifts.messages + bought - spent.messages, gifts.icebreakers + refilled - spent.icebreakers, gifts.likes - paidLikes.length)
  if (spent.icebreakers > 0 && random.chance(0.5))
    to.credit_refills.row(id, 'icebreakers', new Date(world.now + day * random.next()))
}

/**
 * Writes a plan with its attempts (a few declined) and purchases that cover the spent credits.
 * @returns the credits bought
 */
function writePurchases(to: Tables, world: World, member: MadeMember, random: Random, missing: number): number {
  const {
    site: { brand, flow },
    id,
  } = member
  const plan = flow.plans.free.find(({ renews }) => renews) ?? flow.plans.free[0]
  if (!plan) return 0
  const started = member.joined + (world.now - member.joined) * random.next() * 0.5
  const subscription = random.uuid(started)
  const card = random.uuid(started)
  to.card_tokens.row(id, card, 'adyen', `load-${member.index}`, 'visa', '1111', new Date(started))
  const planText = JSON.stringify(plan)
  const terms = 1 + random.below(3)
  const attempt = (at: number, isPaid: boolean): string => {
    const attemptId = random.uuid(at)
    const when = new Date(at)
    // oxfmt-ignore
    to.payment_attempts.row(attemptId, brand.key, id, random.uuid(at), 'adyen', 'adyen', flow.id, flow.version, plan.id, planText, plan.totalMinor,
      brand.currency, isPaid ? 'captured' : 'declined', `load-${attemptId}`, isPaid ? subscription : null, when, when, isPaid ? when : null,
      isPaid ? when : null, isPaid ? new Date(at + month) : null)
    if (isPaid && member.index % 5 === 0)
      to.affiliate_imports.row(brand.key, `load-${attemptId}`, 'order', 'load', 'purchase', attemptId, id, when)
    to.payment_transitions.row(attemptId, 1, 'created', 'submitting', 'charge', when)
    to.payment_transitions.row(attemptId, 2, 'submitting', isPaid ? 'captured' : 'declined', 'answer', when)
    if (isPaid)
      // oxfmt-ignore
      to.payment_webhooks.row('adyen', `load-${attemptId}`, JSON.stringify({ eventId: `load-${attemptId}`, kind: 'payment', state: { reference: attemptId, state: 'captured', token: null } }), when, when)
    return attemptId
  }
  if (random.chance(0.3)) attempt(started - 60_000, false)
  let credits = 0
  // One purchase of all missing credits replaces a series of packs.
  for (let n = 0; n < terms; n += 1) {
    const at = Math.min(world.now, started + n * month)
    const attemptId = attempt(at, true)
    const amount =
      n === terms - 1 ? Math.max(plan.credits, missing - credits + random.below(100), 1) : Math.max(plan.credits, 1)
    credits += amount
    // oxfmt-ignore
    to.ledger_transfers.row(id, random.uuid(at), brand.key, 'house:sales', 'wallet:messages', amount, `payment:${attemptId}`, new Date(at))
    if (random.chance(0.01))
      // oxfmt-ignore
      to.refunds.row(random.uuid(at), brand.key, id, attemptId, 'back_office', plan.totalMinor, brand.currency, 0, 'refunded', new Date(at), new Date(at), `load-refund-${attemptId}`)
  }
  for (const kind of ['renewal', 'immediate_start'])
    to.consents.row(id, random.uuid(started), kind, true, '2026-01', brand.defaultLanguage, new Date(started))
  const isRunning = random.chance(0.6) && member.state === 'active'
  const end = isRunning ? world.now + month * random.next() : started + terms * month
  // oxfmt-ignore
  to.subscriptions.row(subscription, brand.key, id, plan.id, planText, flow.id, flow.version, isRunning ? 'active' : 'ended', isRunning,
    new Date(started), new Date(end - month), new Date(end), null, isRunning ? new Date(end - 5 * day) : null, isRunning ? new Date(end) : null, new Date(started), card)
  return credits
}
