import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Customer, Said, Shop } from '../shop.ts'
import type { Till } from './tills.ts'

/** A purchase and what happens to it. */
export interface Run {
  readonly shop: Shop
  readonly till: Till
  readonly customer: Customer
  readonly plan: string
  readonly orderKey: string
  said: Said | undefined
  brought: object
  /** Number of the provider's webhooks delivered so far. */
  delivered: number
}

/** A step of a flow. Steps by the member may be left undone; all others are retried. */
export interface Step {
  readonly by: 'member' | 'provider' | 'worker'
  readonly name: string
  run(run: Run): Promise<unknown>
}

export interface Flow {
  readonly plan: string
  /** Steps that ran before, without faults. */
  readonly before: readonly Step[]
  /** Steps with faults at their statements and calls. */
  readonly steps: readonly Step[]
}

const minute = 60_000

const order: Step = {
  by: 'member',
  name: 'order',
  async run(run) {
    const said = await run.till.order(run.shop, run.customer, run)
    if (said.status === 200) run.said = said
  },
}
const approve: Step = {
  by: 'member',
  name: 'approve on the page',
  async run(run) {
    if (run.said?.body.redirect) run.brought = await run.till.approve(run.shop, run.said)
  },
}
const comeBack: Step = {
  by: 'member',
  name: 'come back',
  async run({ shop, till, customer, said, brought }) {
    if (said) await shop.status(customer, { reference: said.body.reference, ...brought }, till.name)
  },
}
const post: Step = {
  by: 'provider',
  name: 'post the webhooks',
  async run(run) {
    await vi.waitFor(() => expect(waitingIn(run.shop.sandbox)).toBe(0), { interval: 5 })
    await deliverNew(run)
  },
}
const process: Step = {
  by: 'worker',
  name: 'process the events',
  async run({ shop }) {
    // The look-up caused by a hint is a queued event of its own.
    await shop.work()
    await shop.work()
    await shop.sweep()
  },
}
const withdraw: Step = {
  by: 'member',
  name: 'withdraw',
  run: ({ shop, customer, said }) =>
    shop.call(customer, routes.withdraw.path, { clickid: customer.clickid, reference: said?.body.reference }),
}
const askForRefund: Step = {
  by: 'worker',
  name: 'ask for the refund',
  async run({ shop }) {
    shop.clock.offsetMs += minute
    await shop.sweep()
  },
}
const remind: Step = {
  by: 'worker',
  name: 'send the reminder',
  async run(run) {
    const due = (await termOf(run))?.notice_due_at
    if (due) setClock(run.shop, due, minute)
    await run.shop.renew()
  },
}
const renew: Step = {
  by: 'worker',
  name: 'charge the renewal',
  async run(run) {
    await run.shop.mailOut()
    const term = await termOf(run)
    if (term && run.shop.clock.now() < term.period_end) setClock(run.shop, term.period_end, minute)
    await run.shop.renew()
  },
}

/** Webhooks that the sandbox has yet to post. */
const waitingIn = ({ sandbox: { state } }: Shop['sandbox']): number =>
  [state.webhooks, state.mollieWebhooks, state.stripeWebhooks, state.paypalWebhooks, state.trustPayWebhooks]
    .flatMap((webhooks): readonly { readonly state: string }[] => webhooks.all())
    .filter((webhook) => webhook.state === 'waiting').length

const termOf = ({ shop, customer }: Run) =>
  shop.db
    .selectFrom('subscriptions')
    .select(['period_end', 'notice_due_at'])
    .where('member_id', '=', customer.memberId)
    .executeTakeFirst()

function setClock(shop: Shop, to: Date, ms: number): void {
  shop.clock.offsetMs = to.getTime() + ms - Date.now()
}

const [pack, plan] = ['messages-60', 'plan-3m']
/** From the order to the return from the provider's page. */
export const buying: readonly Step[] = [order, approve, comeBack]
const heard = [post, process]
const purchase = [...buying, ...heard]
const refund = [withdraw, askForRefund, ...heard]

/** The flows: attempt, webhook, refund and renewal. */
export const flows = {
  attempt: { plan: pack, before: [], steps: purchase },
  /** The member does not return: only the webhook grants. */
  webhook: { plan: pack, before: [order, approve], steps: heard },
  refund: { plan: pack, before: purchase, steps: refund },
  renewal: { plan, before: purchase, steps: [remind, renew, ...heard] },
  /** An attempt and its refund. */
  both: { plan: pack, before: [], steps: [...purchase, ...refund] },
} as const satisfies Record<string, Flow>

export async function beginRun(shop: Shop, till: Till, flow: Flow): Promise<Run> {
  shop.clock.offsetMs = 0
  const customer = await shop.customer()
  const { plan } = flow
  const run: Run = { shop, till, customer, plan, orderKey: randomUUID(), said: undefined, brought: {}, delivered: 0 }
  for (const step of flow.before) await step.run(run)
  return run
}

/** Delivers webhooks about the run that were not accepted yet: a response other than 200 is retried. */
async function deliverNew(run: Run): Promise<void> {
  const { shop, till } = run
  const names = await namesOf(run)
  const hooks = shop.sandbox.webhooks.filter(({ raw }) => names.some((name) => raw.includes(name)))
  for (const hook of hooks.slice(run.delivered)) {
    if ((await shop.deliver(hook, till.name)).statusCode !== 200) return
    run.delivered += 1
  }
}

async function namesOf({ shop, till, customer }: Run): Promise<readonly string[]> {
  const attempts = await shop.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('member_id', '=', customer.memberId)
    .execute()
  const refunds = await shop.db.selectFrom('refunds').select('id').where('member_id', '=', customer.memberId).execute()
  return [...attempts.flatMap(({ id }) => till.namesOf(shop.sandbox, id)), ...refunds.map(({ id }) => id)]
}

/** Lets days pass without faults, until nothing of the run is open. */
export async function settle(run: Run): Promise<void> {
  const { shop } = run
  for (const ms of [2 * minute, 30 * minute, 60 * minute, 26 * 60 * minute, 26 * 60 * minute]) {
    await post.run(run)
    await process.run(run)
    if ((await openOf(run)).length === 0) return
    shop.clock.offsetMs += ms
    await shop.renew()
  }
  await vi.waitFor(async () => {
    await post.run(run)
    await process.run(run)
    const open = await openOf(run)
    if (open.length > 0) throw new Error(`still open: ${open.join(', ')}`)
  })
}

/** What in a run is still waiting for a job or webhook. */
async function openOf({ shop, till, customer }: Run): Promise<readonly string[]> {
  const attempts = await shop.db
    .selectFrom('payment_attempts')
    .select(['state', 'flagged'])
    .where('member_id', '=', customer.memberId)
    .where('state', 'in', ['created', 'submitting', 'requires_action', 'processing', 'unknown'])
    .execute()
  const refunds = await shop.db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .select(['r.state', 'a.id', 'a.flagged', 'a.amount_minor', 'a.refunded_minor'])
    .where('r.member_id', '=', customer.memberId)
    .where('r.state', 'in', ['submitting', 'accepted'])
    .execute()
  return [
    ...attempts.map(({ state }) => `an attempt that is ${state}`),
    ...refunds
      // A refund that cannot be repeated is flagged; if it was made, its webhook is still to come.
      .filter(
        ({ id, flagged, amount_minor: paid, refunded_minor: refunded }) =>
          flagged === null || till.held(shop.sandbox, id) !== paid - refunded,
      )
      .map(({ state }) => `a refund that is ${state}`),
  ]
}
