import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '#test/pages/variants.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { damageOf, gapsOf } from './testing/faults/damage.ts'
import {
  createFaultPoints,
  faultKinds,
  type FaultKind,
  type FaultPoints,
  type Points,
} from './testing/faults/fault-points.ts'
import { beginRun, buying, flows, settle, type Flow, type Run } from './testing/faults/flows.ts'
import { tills, type Till } from './testing/faults/tills.ts'
import { openShop, type Shop } from './testing/shop.ts'

/*
 * Injects a fault at each point of each step of each flow, for each provider. Afterwards the member tries again or not,
 * and days pass. Then every attempt must be closed, the provider must hold what was granted, and no invoice may be
 * missing. `npm test` injects one fault into every step of one run, around every lasting change; `npm test -- full` one
 * per run, for every provider, and for cards at every statement.
 */

let shop: Shop
let line: FaultPoints
beforeAll(async () => {
  shop = await openShop({
    through(pool) {
      line = createFaultPoints(() => pool)
      return line
    },
    connections: (_connect, sandbox, network) =>
      Object.values<Till>(tills).flatMap(({ connect }) =>
        connect ? [{ brandId: null, provider: connect(sandbox, network) }] : [],
      ),
  })
})
afterAll(() => shop.close())

interface Table {
  readonly till: keyof typeof tills
  readonly flow: keyof typeof flows
  readonly points: Points
  /** One fault per run, or one in each of its steps. */
  readonly faults: 'in one step' | 'in each step'
}
interface Fault {
  readonly kind: FaultKind
  /** Index of the point in the run, or in each step. */
  readonly at: number
  readonly triesAgain: boolean
}

/** Runs a flow with its faults. @returns how many occurred, and the damage found */
async function play({ till, flow, points, faults }: Table, { kind, at, triesAgain }: Fault) {
  const run = await beginRun(shop, tills[till], flows[flow])
  const where: string[] = []
  const { steps }: Flow = flows[flow]
  let hasLeft = false
  if (faults === 'in one step') line.arm(kind, at, points)
  for (const step of steps) {
    // Who left an order does not pay for it days later.
    if (hasLeft && buying.includes(step)) continue
    if (faults === 'in each step') line.arm(kind, at, points)
    await step.run(run).catch((error: unknown) => {
      if (!line.happened) throw error
    })
    if (!line.happened) continue
    where.push(step.name)
    line.restart()
    if (step.by !== 'member' || triesAgain) await step.run(run)
    else {
      hasLeft = true
      await settle(run)
    }
  }
  line.restart()
  await settle(run)
  const damage = await damageOf(run)
  await endTerms(run)
  return {
    happened: where.length,
    damage: damage.map((one) => `${kind} at point ${at} of “${where.join('”, “')}”: ${one}`),
  }
}

/** A clock of one run must not renew terms of another. */
const endTerms = ({ customer }: Run) =>
  shop.db.updateTable('subscriptions').set({ state: 'ended' }).where('member_id', '=', customer.memberId).execute()

/** Tries every point until there is none left. */
async function findDamage(table: Table, kind: FaultKind): Promise<readonly string[]> {
  const found: string[] = []
  for (let at = 0; ; at += 1) {
    const { happened, damage } = await play(table, { kind, at, triesAgain: at % 2 === 0 })
    found.push(...damage)
    if (happened === 0) return at === 0 ? [...found, `${kind}: never`] : found
    if (table.faults === 'in one step')
      found.push(...(await play(table, { kind, at, triesAgain: at % 2 === 1 })).damage)
  }
}

/** Most webhooks are signed and need no call to the provider. */
const kindsOf = ({ till, flow }: Table): readonly FaultKind[] =>
  flow === 'webhook' && !['mollie', 'paypal'].includes(till) ? faultKinds.slice(0, 3) : faultKinds

const inShort: readonly Table[] = [
  { till: 'card', flow: 'both', points: 'changes', faults: 'in each step' },
  { till: 'card', flow: 'renewal', points: 'changes', faults: 'in each step' },
]
const inFull: readonly Table[] = (Object.keys(tills) as (keyof typeof tills)[]).flatMap((till) =>
  (['attempt', 'webhook', 'refund', 'renewal'] as const)
    // A transfer is not renewed, and what the bank approved is taken when the member comes back.
    .filter((flow) => !(flow === 'renewal' && till === 'trustpay') && !(flow === 'webhook' && till === 'bankCard'))
    .map((flow) => ({ till, flow, points: till === 'card' ? 'all' : 'changes', faults: 'in one step' })),
)

/** What a killed database does not commit, a killed server does not either. */
const shortKinds = (kinds: readonly FaultKind[]) => kinds.filter((kind) => kind !== 'the database is killed')

describe.each(isFull ? inFull : inShort)('$flow, paid by $till, with a fault $faults', (table) => {
  test.each(isFull ? kindsOf(table) : shortKinds(kindsOf(table)))(
    '%s',
    async (kind) => expect(await findDamage(table, kind)).toEqual([]),
    1_800_000,
  )
})

test('balances are consistent and no invoice is missing after all of them', async () => {
  expect((await checkLedger(shop.db)).differences).toEqual([])
  expect(await gapsOf(shop.db, shop.site.brandId)).toEqual([])
})
