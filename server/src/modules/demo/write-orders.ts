import { paymentSystems, timeZoneOf } from '@incontro/contract'
import { issueCreditNote, issueInvoice, type PayingBrand, taxPlaceOf } from '#modules/payments/index.ts'
import type { Flow, RatePlan } from '#modules/flows/index.ts'
import { endOfPeriod } from '#modules/calendar/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { SampleMember } from './fixtures.ts'
import { createRng, sampleId } from './rng.ts'

const day = 86_400_000
/** Whose orders these are does not matter. */
const [system]: readonly string[] = paymentSystems
/** Of each brand with logins, over the last four months. */
const perBrand = 48

const longestTerm = 32 * day

type Fate = 'declined' | 'refunded' | 'captured' | 'disputed'

/** One in eight is declined, one in ten refunded. A term that would not have ended yet was withdrawn from, or not paid. */
function fateOf(place: number, isOver: boolean): Fate {
  if (!isOver) return place % 3 === 0 ? 'declined' : 'refunded'
  return place % 8 === 3 ? 'declined' : place % 10 === 5 ? 'refunded' : 'captured'
}

interface Deps {
  readonly brandOf: (brandId: string) => PayingBrand | undefined
  readonly flowOf: (brandId: string) => Flow
}

/**
 * Inserts orders of sample members, so that an operator finds something in the console: plans that were paid and have
 * ended, with their invoices, some declined, some refunded, one whose refund needs a person, and one that is contested. None of them changes
 * what its member has now.
 */
export async function writeOrders(
  tx: Tx,
  { brandOf, flowOf }: Deps,
  members: readonly SampleMember[],
  now: Date,
): Promise<void> {
  for (const [brandId, ofBrand] of Map.groupBy(members, (member) => member.brandId)) {
    const rng = createRng(`orders ${brandId}`)
    const flow = flowOf(brandId)
    const plans = Object.values(flow.plans)
      .flat()
      .filter((plan) => plan.period?.unit === 'month' && plan.period.count === 1)
    const buyers = rng.some(
      ofBrand.filter(({ login }) => !login),
      perBrand,
    )
    const isOver = (at: Date) => now.getTime() - at.getTime() > longestTerm
    const orders = buyers
      .map((member) => ({
        member,
        plan: rng.pick(plans),
        at: new Date(now.getTime() - rng.between(5 * 24, 120 * 24) * 3_600_000),
      }))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    // The last that was paid needs a person.
    const flagged = orders.findLastIndex(({ at }, place) => fateOf(place, isOver(at)) === 'captured')
    // And the one before that is contested, at a provider that takes our side.
    const contested = orders.findLastIndex(
      ({ at }, place) => place < flagged && fateOf(place, isOver(at)) === 'captured',
    )
    for (const [place, { member, plan, at }] of orders.entries()) {
      const sample = orderOf({ member, plan, flow, at, place })
      const order = place === contested ? { ...sample, ...contestedOrder(brandId) } : sample
      const fate = place === contested ? 'disputed' : fateOf(place, isOver(at))
      await tx
        .insertInto('payment_attempts')
        .values({
          ...order,
          state: fate,
          ...(fate === 'declined' ? { code: 'insufficient_funds' } : termFrom(at, plan, member)),
          ...(fate === 'refunded'
            ? {
                refunded_minor: order.amount_minor,
                withdrawn_at: new Date(at.getTime() + 3 * day),
                term_end: new Date(at.getTime() + 3 * day),
              }
            : {}),
          ...(place === flagged ? { flagged: 'refund_refused', flagged_at: new Date(now.getTime() - day) } : {}),
        })
        .execute()
      await tx
        .insertInto('payment_transitions')
        .values(transitionsOf(order.id, fate, at))
        .execute()
      if (fate === 'declined') continue
      await issueInvoice({ brandOf, clock: () => at }, tx, order, await taxPlaceOf(tx, member.id))
      if (fate === 'refunded') await refund(tx, order, new Date(at.getTime() + 3 * day))
      if (fate === 'disputed') await contest(tx, order, now)
    }
  }
}

function orderOf(given: {
  readonly member: SampleMember
  readonly plan: RatePlan
  readonly flow: Flow
  readonly at: Date
  readonly place: number
}) {
  const { member, plan, flow, at, place } = given
  return {
    id: sampleId('order', `${member.brandId} ${place}`),
    brand_id: member.brandId,
    member_id: member.id,
    order_key: sampleId('order key', `${member.brandId} ${place}`),
    provider: system ?? '',
    connection: system ?? '',
    provider_ref: `SAMPLE${member.brandId.toUpperCase()}${String(place).padStart(4, '0')}`,
    flow_id: flow.id,
    flow_version: flow.version,
    plan_id: plan.id,
    plan: JSON.stringify(plan),
    amount_minor: plan.totalMinor,
    currency: plan.currency,
    locale: member.locale,
    created_at: at,
    updated_at: at,
  }
}

const termFrom = (at: Date, { period }: RatePlan, { country }: SampleMember) => ({
  granted_at: at,
  term_start: at,
  term_end: period && endOfPeriod(at, at, period, timeZoneOf(country)),
})

const transitionsOf = (id: string, fate: Fate, at: Date) => {
  const step = (n: number, from: string, to: string, cause: string, time = at) => ({
    attempt_id: id,
    n,
    from_state: from,
    to_state: to,
    cause,
    created_at: time,
  })
  return [
    step(1, 'created', 'submitting', 'charge'),
    step(2, 'submitting', fate === 'declined' ? 'declined' : 'captured', 'charge'),
    ...(fate === 'disputed' ? [step(3, 'captured', 'disputed', 'webhook', new Date(at.getTime() + longestTerm))] : []),
    ...(fate === 'refunded' ? [step(3, 'captured', 'refunded', 'webhook', new Date(at.getTime() + 4 * day))] : []),
  ]
}

/** A provider whose stand-in takes our side of a dispute, and knows the sample by these references. */
const contestingSystem = paymentSystems.at(-1) ?? ''

const contestedOrder = (brandId: string) => ({
  provider: contestingSystem,
  connection: contestingSystem,
  provider_ref: `pi_sample_${brandId}`,
  accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: '1' }),
})

/** Nothing of it was left to hold back: its plan had ended. */
const contest = (tx: Tx, order: ReturnType<typeof orderOf>, now: Date): Promise<unknown> =>
  tx
    .insertInto('disputes')
    .values({
      attempt_id: order.id,
      brand_id: order.brand_id,
      member_id: order.member_id,
      state: 'open',
      credits: 0,
      unused_ms: '0',
      used_minor: order.amount_minor,
      currency: order.currency,
      opened_at: new Date(now.getTime() - 2 * day),
      updated_at: new Date(now.getTime() - 2 * day),
      provider_ref: `dp_sample_${order.brand_id}_${order.amount_minor}_${order.currency.toLowerCase()}`,
      reason: 'fraud',
      due_at: new Date(now.getTime() + 5 * day),
      awaits_us: true,
      contested_minor: order.amount_minor,
      contested_currency: order.currency,
      reported_at: new Date(now.getTime() - 2 * day),
    })
    .execute()

async function refund(tx: Tx, order: ReturnType<typeof orderOf>, at: Date): Promise<void> {
  const id = sampleId('refund', order.id)
  await tx
    .insertInto('refunds')
    .values({
      id,
      brand_id: order.brand_id,
      member_id: order.member_id,
      attempt_id: order.id,
      reason: 'withdrawal',
      amount_minor: order.amount_minor,
      currency: order.currency,
      credits: 0,
      state: 'refunded',
      provider_ref: `${order.provider_ref}R`,
      created_at: at,
      updated_at: new Date(at.getTime() + day),
    })
    .execute()
  await issueCreditNote({ clock: () => at }, tx, order, { refundId: id, amountMinor: order.amount_minor })
}
