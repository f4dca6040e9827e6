import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { conversationId, keyedHashes } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import type { AccountDeps } from '../deps.ts'
import { reactivateMember } from '../reactivate.ts'
import { eraseDue } from './erase-due.ts'
import { takeStep } from './erase-member.ts'
import { leaveConversations } from './conversations.ts'
import { beginErasure, holdMember, releaseMember, type Erasure } from './erasure.ts'
import { keepPayments, moveLedger } from './payments.ts'
import { stepSize } from './step-size.ts'
import { stepNames } from './step-name.ts'

const enqueueEmail = emailQueue(() => new Date())

const at = new Date()
const long = 4500
let testServer: TestServer
let deps: AccountDeps
let member: TestMember
let otherMembers: TestMember[]
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  const { db } = testServer.database
  // Only the dependencies that the steps use.
  deps = {
    db,
    clock: () => at,
    enqueueEmail,
    signalKeys: [Buffer.alloc(32)],
    log: createLog('silent'),
  } as unknown as AccountDeps
})
afterAll(() => testServer.close())
beforeEach(async () => {
  member = await testServer.member({ gender: 'woman' })
  otherMembers = [await testServer.member(), await testServer.member()]
  await fill(member, otherMembers)
  await sql`update members set state = 'deleting', deletion_due_at = ${new Date(at.getTime() - 1000)} where id = ${idOf(member)}`.execute(
    deps.db,
  )
})

const idOf = ({ session }: TestMember): string => session.angelId
const countOf = async (table: string, column: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(deps.db)
  return rows[0]!.n
}
const exists = async (id: string): Promise<boolean> => (await countOf('members', 'id', id)) === 1

/** A long conversation, a short one, and paid likes and visits for several steps. */
async function fill(owner: TestMember, others: readonly TestMember[]): Promise<void> {
  const { db } = testServer.database
  for (const [n, other] of others.entries()) {
    const [one, two] = [idOf(owner), idOf(other)]
    const id = conversationId(one, two)
    const messages = n === 0 ? long : 3
    await sql`
      insert into conversations (id, pool_id, low_id, high_id, created_at)
      values (${id}, 'local', least(${one}::uuid, ${two}::uuid), greatest(${one}::uuid, ${two}::uuid), ${at})`.execute(
      db,
    )
    await sql`
      insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select ${id}, n, gen_random_uuid(), case when n % 2 = 0 then ${one}::uuid else ${two}::uuid end, gen_random_uuid(), 'ciao ' || n, false, 0, 0, ${at}::timestamptz
      from generate_series(1, ${messages}::integer) n`.execute(db)
    await sql`
      insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
      values (${one}, ${id}, ${two}, ${messages}, ${at}), (${two}, ${id}, ${one}, ${messages}, ${at})`.execute(db)
    await sql`insert into reactions values (${two}, ${one}, 'like', ${at})`.execute(db)
    await sql`
      insert into ledger_transfers values (${two}, gen_random_uuid(), 'local', 'wallet:likes', 'house:spent', 1, ${`like:${one}:${n}`}, ${at})`.execute(
      db,
    )
    await sql`update wallets set likes = likes - 1 where member_id = ${two}`.execute(db)
  }
  await sql`
    insert into ledger_transfers select ${idOf(owner)}, gen_random_uuid(), 'local', 'house:gifts', 'wallet:messages', 1, 'gift:' || n, ${at}::timestamptz
    from generate_series(1, ${long}::integer) n`.execute(db)
  await sql`update wallets set messages = messages + ${long} where member_id = ${idOf(owner)}`.execute(db)
}

/** Runs at most `most` steps and stops, like a process killed between two steps. @returns the last result */
async function stepsUntilKilled(most: number): Promise<string> {
  await beginErasure(deps.db, idOf(member), stepNames[0]!, at)
  let outcome = 'more'
  for (let n = 0; n < most && outcome === 'more'; n += 1) outcome = await takeStep(deps, idOf(member))
  return outcome
}

test.each([1, 2, 4, 6, 9])(
  'continues after being killed at step %d, and loses nothing',
  async (taken) => {
    const id = idOf(member)
    expect(await stepsUntilKilled(taken)).toBe('more')
    expect(await exists(id)).toBe(true)
    expect(await checkLedger(deps.db)).toMatchObject({ differences: [] })
    expect(await eraseDue(deps)).toBe(1)
    expect(await exists(id)).toBe(false)
    for (const [table, column] of [
      ['conversations', 'low_id'],
      ['conversations', 'high_id'],
      ['inbox', 'other_id'],
      ['messages', 'sender_id'],
      ['reactions', 'other_id'],
      ['ledger_transfers', 'member_id'],
      ['erasures', 'member_id'],
    ] as const)
      expect([table, await countOf(table, column, id)]).toEqual([table, 0])
    expect(await checkLedger(deps.db)).toMatchObject({ differences: [] })

    // Each other member can read everything that was said, in order, and their likes name no one.
    for (const [n, otherMember] of otherMembers.entries()) {
      const { rows } = await sql<{ body: string; mine: boolean }>`
      select body, sender_id = ${idOf(otherMember)} as mine from messages m join inbox i on i.conversation_id = m.conversation_id
      where i.member_id = ${idOf(otherMember)} order by seq`.execute(deps.db)
      expect(rows.map(({ body }) => body)).toEqual(
        Array.from({ length: n === 0 ? long : 3 }, (_, one) => `ciao ${one + 1}`),
      )
      expect(rows.map(({ mine }) => mine).slice(0, 3)).toEqual([true, false, true])
      const keys = await sql<{ key: string }>`
      select idempotency_key as key from ledger_transfers where member_id = ${idOf(otherMember)} and from_account = 'wallet:likes'`.execute(
        deps.db,
      )
      expect(keys.rows[0]?.key).toMatch(/^like:erased:/)
    }
  },
  60_000,
)

test('keeps who wrote which message, and sends a last email to a confirmed address', async () => {
  const id = idOf(member)
  const unconfirmed = await testServer.member({ confirmed: false })
  await sql`update members set state = 'deleting', deletion_due_at = ${at} where id = ${idOf(unconfirmed)}`.execute(
    deps.db,
  )
  // She wrote to the first, and the second to her.
  for (const [n, other] of otherMembers.entries()) {
    const writer = n === 0 ? id : idOf(other)
    await sql`update conversations set low_wrote = (low_id = ${writer}), high_wrote = (high_id = ${writer})
      where id = ${conversationId(id, idOf(other))}`.execute(deps.db)
  }
  expect(await eraseDue(deps)).toBe(2)
  for (const [n, other] of otherMembers.entries()) {
    const { rows } = await sql`
      select case when low_id = ${idOf(other)} then low_wrote else high_wrote end as theirs,
        case when low_id = ${idOf(other)} then high_wrote else low_wrote end as hers
      from conversations where ${idOf(other)} in (low_id, high_id)`.execute(deps.db)
    expect(rows).toEqual([{ theirs: n === 1, hers: n === 0 }])
  }
  const { rows } = await sql`
    select kind, to_address from emails where to_address in (${member.email}, ${unconfirmed.email})`.execute(deps.db)
  expect(rows).toEqual([{ kind: 'deleted', to_address: member.email }])
})

test('sums up the ledger of a member whose payments are kept, over many steps', async () => {
  const [payer = member] = otherMembers
  const erasure = { memberId: idOf(member), payerId: idOf(payer) } as Erasure
  const newest = new Date(at.getTime() + 86_400_000)
  const tx = await deps.db.startTransaction().execute()
  await sql`update ledger_transfers set created_at = ${newest} where member_id = ${idOf(member)} and idempotency_key = 'gift:1'`.execute(
    tx,
  )
  const { rows: before } = await sql<{ amount: number }>`
    select sum(amount)::integer as amount from ledger_transfers
    where member_id = ${idOf(member)} and from_account = 'house:gifts' and to_account = 'wallet:messages'`.execute(tx)
  let steps = 1
  while (!(await moveLedger(tx, erasure))) steps += 1
  const { rows } = await sql`
    select from_account, to_account, amount, created_at from ledger_transfers
    where member_id = ${idOf(payer)} and idempotency_key = 'erased:house:gifts:wallet:messages'`.execute(tx)
  const { rows: left } = await sql`
    select from ledger_transfers where member_id = ${idOf(member)} union all select from wallets where member_id = ${idOf(member)}`.execute(
    tx,
  )
  await tx.rollback().execute()
  await sql`update members set state = 'active', deletion_due_at = null where id = ${idOf(member)}`.execute(deps.db)
  expect([steps, before[0]?.amount, left.length]).toEqual([10, expect.any(Number), 0])
  expect(rows).toEqual([
    { from_account: 'house:gifts', to_account: 'wallet:messages', amount: before[0]?.amount, created_at: newest },
  ])
}, 60_000)

test('keeps payments that took money or need a look, and no others', async () => {
  const id = idOf(member)
  const kinds = {
    declined: { state: 'declined' },
    cancelled: { state: 'cancelled' },
    expired: { state: 'expired' },
    failed: { state: 'failed' },
    'declined, to be looked at': { state: 'declined', flagged: 'paid_after_close' },
    'failed, granted': { state: 'failed', granted_at: at },
    processing: { state: 'processing' },
    captured: { state: 'captured', granted_at: at },
  }
  for (const [kind, changes] of Object.entries(kinds))
    await deps.db
      .insertInto('payment_attempts')
      .values({
        id: randomUUID(),
        brand_id: 'local',
        member_id: id,
        order_key: randomUUID(),
        provider: 'adyen',
        connection: 'adyen',
        flow_id: '7',
        flow_version: 'v',
        plan_id: kind,
        plan: '{}',
        amount_minor: 100,
        currency: 'EUR',
        accepts: '{}',
        created_at: at,
        updated_at: at,
        ...changes,
      })
      .execute()
  const payerId = randomUUID()
  const tx = await deps.db.startTransaction().execute()
  await keepPayments(tx, { memberId: id, brandId: 'local', poolId: 'local', payerId } as Erasure)
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from payment_attempts where member_id in (${id}, ${payerId}) order by plan_id`.execute(tx)
  await tx.rollback().execute()
  await sql`delete from payment_attempts where member_id = ${id}`.execute(deps.db)
  await sql`update members set state = 'active', deletion_due_at = null where id = ${id}`.execute(deps.db)
  expect(rows.map((row) => row.plan_id)).toEqual([
    'captured',
    'declined, to be looked at',
    'failed, granted',
    'processing',
  ])
})

test('several concurrent workers erase every member once', async () => {
  const second = await testServer.member()
  await sql`update members set state = 'deleting', deletion_due_at = ${at} where id = ${idOf(second)}`.execute(deps.db)
  const erased = await Promise.all([eraseDue(deps), eraseDue(deps), eraseDue(deps)])
  // A worker skips a member that another one is erasing; members skipped by all are left to the next run.
  const rest = await eraseDue(deps)
  expect(erased.reduce((sum, count) => sum + count, rest)).toBe(2)
  expect(await exists(idOf(member))).toBe(false)
}, 60_000)

test.each(['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-fffffffffffe'])(
  'a conversation that a concurrent erasure hands over to %s is left for the next step',
  async (authorId) => {
    const ids = [idOf(await testServer.member()), idOf(await testServer.member())].sort()
    const [low = '', high = ''] = ids
    const id = conversationId(low, high)
    await deps.db
      .insertInto('conversations')
      .values({ id, pool_id: 'local', low_id: low, high_id: high, created_at: at })
      .execute()
    await deps.db
      .insertInto('inbox')
      .values({ member_id: high, conversation_id: id, other_id: low, last_seq: 0, last_at: at })
      .execute()
    const erasure = (memberId: string, author: string) =>
      ({ memberId, authorId: author, brandId: 'local', poolId: 'local' }) as Erasure
    const [first, second] = [await deps.db.startTransaction().execute(), await deps.db.startTransaction().execute()]
    await leaveConversations(first, erasure(low, authorId))
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(second)
    const left = leaveConversations(second, erasure(high, randomUUID()))
    const waits = async () =>
      (await sql`select from pg_locks where pid = ${rows[0]?.pid} and not granted`.execute(deps.db)).rows.length > 0
    await expect.poll(waits, { timeout: 10_000 }).toBe(true)
    await first.commit().execute()
    expect(await left).toBe(false)
    await second.rollback().execute()
    await sql`update members set state = 'active', deletion_due_at = null where id = ${idOf(member)}`.execute(deps.db)
  },
)

test('a legal hold keeps a member until it is released, and is too late once the erasure has started', async () => {
  const hold = { memberId: idOf(member), reason: 'Proc. 12/26', madeBy: 'command:test', at }
  expect(await holdMember(deps.db, hold)).toBe(true)
  expect(await eraseDue(deps)).toBe(0)
  expect(await countOf('erasures', 'member_id', idOf(member))).toBe(0)
  expect(await releaseMember(deps.db, hold)).toBe(true)
  await stepsUntilKilled(1)
  expect(await holdMember(deps.db, hold)).toBe(false)
  expect(await eraseDue(deps)).toBe(1)
}, 60_000)

test('an account whose erasure has started cannot be reopened', async () => {
  await stepsUntilKilled(1)
  expect(
    await reactivateMember(deps, {
      brandId: 'local',
      email: member.email,
      madeBy: 'command:test',
      reason: 'asked',
      origin: 'https://local.example',
    }),
  ).toBe('open already')
  expect(await eraseDue(deps)).toBe(1)
}, 60_000)

test('starts no member after the time limit', async () => {
  expect(await eraseDue(deps, { until: 0 })).toBe(0)
  expect(await exists(idOf(member))).toBe(true)
  expect(await eraseDue(deps)).toBe(1)
}, 60_000)

test('a legal hold with an end date keeps a member until then', async () => {
  const until = new Date(at.getTime() + 1000)
  await holdMember(deps.db, { memberId: idOf(member), reason: 'Proc. 13/26', madeBy: 'command:test', at })
  await deps.db.updateTable('legal_holds').set({ ends_at: until }).where('member_id', '=', idOf(member)).execute()
  const begins = (ms: number) => beginErasure(deps.db, idOf(member), stepNames[0]!, new Date(until.getTime() + ms))
  const due = (ms: number) => eraseDue({ ...deps, clock: () => new Date(until.getTime() + ms) })
  expect([await begins(-1), await due(-1)]).toEqual([false, 0])
  expect([await due(0), await exists(idOf(member))]).toEqual([1, false])
})

test('erases what others stored about the member, and nothing of another member or brand', async () => {
  const id = idOf(member)
  const [one = member, two = member] = otherMembers
  const draft = (from: TestMember, to: TestMember) => ({
    member_id: idOf(from),
    other_id: idOf(to),
    body: 'Ciao',
    updated_at: at,
  })
  await deps.db
    .insertInto('drafts')
    .values([draft(one, member), draft(one, two)])
    .execute()
  const email = (brand: string, of: string | null, to: string) => ({
    id: randomUUID(),
    brand_id: brand,
    member_id: of,
    kind: 'deleted',
    to_address: to,
    locale: 'it',
    props: '{}',
    state: 'sent',
    created_at: at,
  })
  const sent = [email('local', id, 'before@person.example'), email('battito', null, member.email)]
  await deps.db.insertInto('emails').values(sent).execute()
  // Exactly one step's rows in a table before the emails.
  await sql`insert into member_events (member_id, id, kind, created_at)
    select ${id}, gen_random_uuid(), 'engage', ${at}::timestamptz from generate_series(1, ${stepSize}::integer)`.execute(
    deps.db,
  )
  // What they reported about others keeps its text while it is open; all other texts go.
  const report = (by: TestMember, about: TestMember, state: string) => ({
    id: randomUUID(),
    brand_id: 'local',
    reporter_id: idOf(by),
    reported_id: idOf(about),
    reason: 'spam',
    body: 'Insiste',
    message_ids: [randomUUID()],
    state,
    created_at: at,
    ...(state === 'open' ? {} : { decided_at: at, decided_by: 'command:test', decision: 'x' }),
  })
  const reports = [
    report(one, member, 'open'),
    report(one, member, 'upheld'),
    report(member, one, 'open'),
    report(member, one, 'dismissed'),
    report(one, two, 'upheld'),
  ]
  await deps.db.insertInto('reports').values(reports).execute()
  const known = ['local', 'battito'].flatMap((brand_id) =>
    [member.email, one.email].map((address) => ({ brand_id, address })),
  )
  const mark = randomUUID().replaceAll('-', '').slice(0, 31)
  for (const [n, { brand_id, address }] of known.entries()) {
    const hash = Buffer.from(`${mark}${n}`)
    await deps.db
      .insertInto('invitations')
      .values({ brand_id, token_hash: hash, email: address, expires_at: at, created_at: at })
      .execute()
    const [email_hash = hash] = keyedHashes(deps.signalKeys, address)
    await deps.db
      .insertInto('signup_devices')
      .values({ brand_id, signal_hash: Buffer.from(mark), email_hash, seen_at: at })
      .execute()
    const contact = { ...email(brand_id, null, `support${mark}@b.example`), kind: 'contact' }
    await deps.db
      .insertInto('emails')
      .values([
        { ...contact, props: JSON.stringify({ email: address.toUpperCase() }) },
        { ...contact, id: randomUUID(), kind: 'deleted', props: JSON.stringify({ email: address }) },
      ])
      .execute()
    // Asked without an account, as far as support knew.
    await deps.db
      .insertInto('tickets')
      .values({
        brand_id,
        id: randomUUID(),
        email: address,
        name: mark,
        topic: 'other',
        subject: 'x',
        locale: 'it',
        signed_in: false,
        opened_at: at,
        waiting_since: at,
        last_at: at,
      })
      .execute()
  }
  // An expired hold has no effect.
  await holdMember(deps.db, { memberId: id, reason: 'x', madeBy: 'command:test', at })
  const ended = new Date(at.getTime() - 1000)
  await deps.db.updateTable('legal_holds').set({ ends_at: ended }).where('member_id', '=', id).execute()
  expect(await eraseDue(deps)).toBe(1)
  expect(await Promise.all([idOf(one), idOf(two), id].map((other) => countOf('drafts', 'other_id', other)))).toEqual([
    0, 1, 0,
  ])
  expect(await Promise.all(sent.map((one) => countOf('emails', 'id', one.id)))).toEqual([0, 1])
  const kept = []
  for (const { id: made, message_ids } of reports) {
    const row = await deps.db
      .selectFrom('reports')
      .select(['body', 'message_ids'])
      .where('id', '=', made)
      .executeTakeFirstOrThrow()
    kept.push([row.body, row.message_ids.length === message_ids.length])
  }
  expect(kept).toEqual([
    [null, false],
    [null, false],
    ['Insiste', true],
    [null, true],
    ['Insiste', true],
  ])
  const left = known.slice(1)
  const invited = deps.db.selectFrom('invitations').select(['brand_id', 'email as address'])
  expect(await invited.where('email', 'in', [member.email, one.email]).orderBy('token_hash').execute()).toEqual(left)
  const tickets = deps.db.selectFrom('tickets').select(['brand_id', 'email as address']).where('name', '=', mark)
  expect(await tickets.orderBy('opened_at').orderBy('id').execute()).toHaveLength(left.length)
  expect(await tickets.execute()).toEqual(expect.arrayContaining([...left]))
  const devices = deps.db.selectFrom('signup_devices').select(['brand_id', 'email_hash'])
  const hashes = (await devices.where('signal_hash', '=', Buffer.from(mark)).execute()).map(
    (row) => `${row.brand_id} ${row.email_hash.toString('hex')}`,
  )
  expect(hashes.sort()).toEqual(
    left.map((row) => `${row.brand_id} ${keyedHashes(deps.signalKeys, row.address)[0]?.toString('hex')}`).sort(),
  )
  const mails = deps.db.selectFrom('emails').select('kind').where('to_address', '=', `support${mark}@b.example`)
  expect((await mails.execute()).map(({ kind }) => kind).sort()).toEqual([
    ...left.map(() => 'contact'),
    ...known.map(() => 'deleted'),
  ])
})

test('an erasure does not start before its date', async () => {
  const dueAt = new Date(at.getTime() - 1000)
  const begins = (when: Date) => beginErasure(deps.db, idOf(member), stepNames[0]!, when)
  expect(await begins(new Date(dueAt.getTime() - 1))).toBe(false)
  expect(await begins(dueAt)).toBe(true)
})
