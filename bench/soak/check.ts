import type { RunningSandbox } from '../../sandbox/src/testing/start-sandbox.ts'
import { checkLedger } from '#server/modules/credits/index.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SoakMember } from './member.ts'

/** The violated guarantees, one sentence each; empty if there are none. */
export async function findDamage(
  db: Database,
  members: readonly SoakMember[],
  sandbox: RunningSandbox,
): Promise<readonly string[]> {
  const byId = new Map(members.map((member) => [member.person.id, member]))
  const found = members.flatMap(({ person, faults }) => faults.map((fault) => `${person.id}: ${fault}`))
  found.push(...(await messages(db, byId)))
  found.push(...(await money(db, byId, sandbox)))
  found.push(...(await marks(db, byId)))
  const ledger = await checkLedger(db)
  for (const { memberId, account, cached, replayed } of ledger.differences)
    found.push(`${memberId} has ${cached} ${account} credits, the ledger says ${replayed}`)
  return found
}

/**
 * Checks that each acknowledged message has one row and one debit, that there are no others, and that both screens show
 * it once and in order.
 */
async function messages(db: Database, members: ReadonlyMap<string, SoakMember>): Promise<string[]> {
  const found: string[] = []
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.conversation_id', 'm.seq', 'm.sender_id', 'm.client_message_id', 'm.body', 'm.cost'])
    .innerJoin('inbox as low', (join) =>
      join.onRef('low.conversation_id', '=', 'c.id').onRef('low.member_id', '=', 'c.low_id'),
    )
    .innerJoin('inbox as high', (join) =>
      join.onRef('high.conversation_id', '=', 'c.id').onRef('high.member_id', '=', 'c.high_id'),
    )
    .select(['c.low_id', 'c.high_id', 'low.last_seq as low_seq', 'high.last_seq as high_seq'])
    .orderBy('m.conversation_id')
    .orderBy('m.seq')
    .execute()
  const paid = new Map(
    (
      await db
        .selectFrom('ledger_transfers')
        .select(['id', 'member_id', 'amount'])
        .where('to_account', '=', 'house:spent')
        .where('idempotency_key', '=', 'message')
        .execute()
    ).map((row) => [row.id, row]),
  )
  for (const conversation of Map.groupBy(rows, (row) => row.conversation_id).values()) {
    const first = conversation[0]!
    const count = conversation.length
    if (conversation.some(({ seq }, n) => seq !== n + 1) || first.low_seq !== count || first.high_seq !== count)
      found.push(`conversation ${first.conversation_id} is not numbered from 1 to ${count}`)
    for (const [own, other] of [
      [first.low_id, first.high_id],
      [first.high_id, first.low_id],
    ] as const) {
      const screen = members.get(own)?.screen.get(other) ?? []
      if (screen.map(({ id }) => id).join() !== conversation.map(({ id }) => id).join())
        found.push(`${own} sees ${screen.length} of ${conversation.length} messages with ${other}`)
      for (const [n, { body }] of conversation.entries())
        if (screen[n] && screen[n].msg !== body) found.push(`${own} reads another text as number ${n + 1} of ${other}`)
    }
  }
  for (const { person, acknowledged } of members.values()) {
    const own = rows.filter(({ sender_id }) => sender_id === person.id)
    for (const to of new Set(acknowledged.messages.map((message) => message.to))) {
      const written = acknowledged.messages.filter((message) => message.to === to)
      const stored = own.filter(({ low_id, high_id }) => low_id === to || high_id === to)
      const asText = (ids: readonly { readonly id: string; readonly seq: number }[]): string =>
        ids.map(({ id, seq }) => `${seq} ${id}`).join()
      if (
        asText(written.map(({ clientMessageId, seq }) => ({ id: clientMessageId, seq }))) !==
        asText(stored.map(({ client_message_id, seq }) => ({ id: client_message_id, seq })))
      )
        found.push(
          `${person.id} wrote ${written.length} messages to ${to}, stored are ${stored.length} or in another order`,
        )
    }
    for (const { id, cost } of own)
      if ((paid.get(id)?.amount ?? 0) !== cost || (cost > 0 && paid.get(id)?.member_id !== person.id))
        found.push(`message ${id} cost ${cost}, booked is ${paid.get(id)?.amount ?? 'nothing'}`)
  }
  const stored = new Set(rows.map(({ id }) => id))
  for (const id of paid.keys()) if (!stored.has(id)) found.push(`${id} was paid for, and there is no such message`)
  return found
}

/** A card payment is captured with its authorisation; the event about the capture may have been lost during a fault. */
const isPaid = (state: string): boolean => state === 'captured' || state === 'authorised'

/** Checks that each order was paid at most once, and that the provider's payments match what was granted. */
async function money(
  db: Database,
  members: ReadonlyMap<string, SoakMember>,
  { sandbox }: RunningSandbox,
): Promise<string[]> {
  const found: string[] = []
  const attempts = await db
    .selectFrom('payment_attempts')
    .select(['id', 'member_id', 'order_key', 'state', 'granted_at', 'amount_minor'])
    .execute()
  const held = Map.groupBy(
    sandbox.state.payments.all().filter(({ captured }) => captured > 0),
    ({ reference }) => reference,
  )
  for (const { id, state, granted_at, amount_minor } of attempts) {
    const charged = (held.get(id) ?? []).reduce((sum, { captured }) => sum + captured, 0)
    const due = isPaid(state) ? amount_minor : 0
    if (!isPaid(state) && !['declined', 'failed', 'cancelled', 'expired'].includes(state))
      found.push(`attempt ${id} ended as ${state}`)
    if (charged !== due || (granted_at !== null) !== due > 0)
      found.push(
        `attempt ${id} is ${state}: ${charged} charged, ${granted_at === null ? 'nothing' : 'the plan'} granted`,
      )
  }
  const known = new Set(attempts.map(({ id }) => id))
  for (const reference of held.keys())
    if (!known.has(reference)) found.push(`the provider holds a payment ${reference} that nobody ordered`)
  for (const { person, acknowledged } of members.values())
    for (const { orderKey, state } of acknowledged.orders) {
      const [attempt, ...more] = attempts.filter(({ order_key }) => order_key === orderKey)
      if (!attempt || more.length > 0 || (state === 'paid') !== isPaid(attempt.state))
        found.push(`${person.id} was notified that ${orderKey} is ${state}, it is ${attempt?.state ?? 'not there'}`)
    }
  return found
}

/**
 * Checks that read marks are not behind the acknowledged ones, that unread counts match them, and that each like exists
 * once.
 */
async function marks(db: Database, members: ReadonlyMap<string, SoakMember>): Promise<string[]> {
  const found: string[] = []
  const sides = await db
    .selectFrom('inbox as i')
    .select(['i.member_id', 'i.other_id', 'i.read_seq', 'i.unread', 'i.last_seq'])
    .select((eb) =>
      eb
        .selectFrom('messages as m')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('m.conversation_id', '=', 'i.conversation_id')
        .whereRef('m.seq', '>', 'i.read_seq')
        .whereRef('m.sender_id', '<>', 'i.member_id')
        .as('behind'),
    )
    .execute()
  for (const { member_id, other_id, read_seq, unread, behind } of sides) {
    if (unread !== behind) found.push(`${member_id} has ${unread} unread of ${other_id}, and ${behind} behind the mark`)
    const marked = members.get(member_id)?.acknowledged.read.get(other_id) ?? 0
    if (read_seq < marked) found.push(`${member_id} had read ${marked} of ${other_id}, the mark says ${read_seq}`)
  }
  const likes = await db.selectFrom('reactions').select(['member_id', 'other_id']).where('kind', '=', 'like').execute()
  const liked = new Set(likes.map(({ member_id, other_id }) => `${member_id} ${other_id}`))
  for (const { person, acknowledged } of members.values())
    for (const other of acknowledged.likes)
      if (!liked.has(`${person.id} ${other}`)) found.push(`the like of ${person.id} for ${other} is gone`)
  return found
}
