import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkoutClient } from '../../../../../sandbox/src/testing/checkout-client.ts'
import { encryptCard } from '../../../../../sandbox/src/testing/encrypt-card.ts'
import { staffMember } from '#test/support/console-client.ts'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { sweepAttempts } from '#platform/secrets/attempts.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { createAdyen } from '#providers/adyen/index.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { mailsTo } from '../testing/mail.ts'

const day = 86_400_000
const time = { offsetMs: 0 }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs) })
}, 60_000)
afterEach(() => {
  time.offsetMs = 0
})
afterAll(() => testServer.close())

const db = () => testServer.database.db
const name = 'Zeppelina Quarzo'
const own = 'Il mio cane si chiama Ferdinando'
const run = async () => {
  await testServer.context.jobs.handlers['accounts-erase']?.({}, { attempt: 1, last: false })
}
const erase = (member: TestMember, host?: string) =>
  testServer.call('/api/users/deletion', {
    ...(host !== undefined && { host }),
    token: member.token,
    body: { clickid: member.session.clickid, password: member.password },
  })
const say = async (from: TestMember, to: TestMember, msg: string) => {
  const socket = await from.connect()
  const answer = await socket.send('chat', {
    msg,
    trackerId: from.session.clickid,
    angelId: to.session.angelId,
    clientMessageId: randomUUID(),
  })
  socket.close()
  return answer
}
const exists = async (member: TestMember) =>
  (await db().selectFrom('members').select('id').where('id', '=', member.session.angelId).execute()).length === 1

/** The cards stored at the provider for a member, and whether each still exists. */
const storedFor = (id: string) =>
  testServer.sandbox.sandbox.state.tokens
    .all()
    .filter(({ shopperReference }) => shopperReference === id)
    .map(({ removedAt }) => removedAt === undefined)

async function buy(member: TestMember, number: string): Promise<{ status: string; reference: string }> {
  const { publicKey } = await createAdyen(testServer.config.payments.adyen!.shared!).cardKey()
  return (
    await testServer.call(routes.tryCharge.path, {
      token: member.token,
      body: {
        clickid: member.session.clickid,
        rateplan: 'plan-1m',
        orderKey: randomUUID(),
        prezzo_totale: '24.90',
        currency: 'EUR',
        accepts: { renewal: true, immediateStart: true },
        ...(await encryptCard(publicKey, { number })),
        firstName: 'Ada',
        lastName: 'Rossi',
      },
    })
  ).body
}

/** Every column of every table, jobs included, that contains the text. */
async function placesOf(text: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    where (table_schema = 'public' or table_schema = 'graphile_worker') and table_name not like 'geo_%' and table_name <> 'schema_migrations'
      and table_name in (select tablename from pg_tables) and (data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'uuid', 'ARRAY') )`.execute(
    db(),
  )
  const looks = rows.map(
    ({ schema, table, column }) => sql`
    select ${`${table}.${column}`}::text as place where exists (select from ${sql.id(schema, table)} where ${sql.id(column)}::text ilike ${`%${text}%`})`,
  )
  return (await sql<{ place: string }>`${sql.join(looks, sql` union all `)}`.execute(db())).rows.map(
    ({ place }) => place,
  )
}

/** A member who has used every feature. */
async function busyMember() {
  const member = await testServer.member({
    gender: 'woman',
    form: { email: 'zeppelina.quarzo@person.example.com', username: name, fingerprint: 'her device' },
  })
  const otherMember = await testServer.member()
  const { angelId: id, clickid } = member.session
  const as = { token: member.token }
  await testServer.call(`/api/users/${clickid}`, {
    method: 'PUT',
    body: { descrizione: `${name}, piacere`, cosa_cerco: 'compagnia' },
    ...as,
  })
  expect(await say(member, otherMember, own)).toMatchObject({ ok: true })
  expect(await say(otherMember, member, 'Che bel nome')).toMatchObject({ ok: true })
  for (const [from, to] of [
    [member, otherMember],
    [otherMember, member],
  ] as const) {
    const socket = await from.connect()
    expect(await socket.send('like', { trackerId: from.session.clickid, angelId: to.session.angelId })).toMatchObject({
      ok: true,
    })
    socket.close()
    expect(
      (
        await testServer.call('/api/collect/visited', {
          token: from.token,
          body: { trackerId: from.session.clickid, angelId: to.session.angelId },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await testServer.call('/api/log/event', {
          token: from.token,
          body: { clickid: from.session.clickid, angelId: to.session.angelId, type: 'visita_profilo' },
        })
      ).status,
    ).toBe(200)
  }
  for (const [from, to, reason] of [
    [member, otherMember, 'io la conosco'],
    [otherMember, member, `${name} mi ha insultato`],
  ] as const) {
    expect(
      (
        await testServer.call('/api/report', {
          token: from.token,
          body: { angelId: to.session.angelId, reason: 'harassment', text: reason },
        })
      ).status,
    ).toBe(200)
  }
  const [declined, paid] = [await buy(member, '4100000000000126'), await buy(member, '4111111111111111')]
  expect([declined.status, paid.status]).toEqual(['ko', 'ok'])
  for (const order of [declined.reference, paid.reference])
    expect(
      (
        await testServer.call(routes.importOrder.path, {
          headers: { 'x-affiliate-key': testServer.config.affiliates?.brands.get('LOCAL') ?? '' },
          body: { kcampaign: 'summer', pageType: 'landing', reference: `claim-of-${order.slice(-6)}`, order },
        })
      ).status,
    ).toBe(200)
  const photo = { id: randomUUID(), key: `originals/${randomUUID()}.svg` }
  const storage = createLocalStorage(`${testServer.config.dataDir}/storage`)
  await storage.put(photo.key, '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="120"/>')
  await storage.put(`variants/${photo.id}/card.webp`, 'made')
  await db()
    .insertInto('member_photos')
    .values({
      member_id: id,
      id: photo.id,
      storage_key: photo.key,
      state: 'approved',
      is_default: true,
      created_at: new Date(),
    })
    .execute()
  await db()
    .insertInto('reviews')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: id,
      author_name: name,
      author_gender: 'woman',
      author_age: 30,
      stars: 2,
      body: 'Non fa per me',
      locale: 'it',
      state: 'published',
      created_at: new Date(),
    })
    .execute()
  await db()
    .insertInto('invitations')
    .values({
      brand_id: 'local',
      token_hash: Buffer.alloc(32, 7),
      email: member.email,
      expires_at: new Date(),
      created_at: new Date(),
    })
    .execute()
  await db()
    .insertInto('emails')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: null,
      kind: 'contact',
      to_address: 'aiuto@local.example',
      locale: 'it',
      state: 'dead',
      created_at: new Date(),
      props: JSON.stringify({
        name,
        email: 'Zeppelina.Quarzo@person.example.com',
        topic: 'payments',
        message: 'Aiuto',
        language: 'it',
        memberId: id,
      }),
    })
    .execute()
  await db()
    .insertInto('drafts')
    .values({ member_id: otherMember.session.angelId, other_id: id, body: `Cara ${name}`, updated_at: new Date() })
    .execute()
  return { member, otherMember, photo }
}

describe('thirty days after the request', () => {
  it('no trace of the member is left in any column of any table, or in the storage', async () => {
    const { member, otherMember, photo } = await busyMember()
    const { angelId: id, clickid } = member.session
    // Checks the scan itself: it finds the address now.
    expect((await placesOf(member.email)).length).toBeGreaterThan(3)
    expect((await placesOf(name)).length).toBeGreaterThan(3)
    expect((await placesOf(id)).length).toBeGreaterThan(10)
    const messages = () =>
      db()
        .selectFrom('messages')
        .select(['body', 'sender_id'])
        .where('conversation_id', 'in', db().selectFrom('conversations').select('id').where('pool_id', '=', 'local'))
        .orderBy('seq')
        .execute()
    const before = await messages()
    const paid = await db()
      .selectFrom('payment_attempts')
      .selectAll()
      .where('granted_at', 'is not', null)
      .where('brand_id', '=', 'local')
      .executeTakeFirstOrThrow()

    await erase(member)
    time.offsetMs = 30 * day - 60_000
    await run()
    expect(await exists(member)).toBe(true)
    expect(storedFor(id)).toEqual([true])
    time.offsetMs = 30 * day + 60_000
    // Jobs follow the real clock: those planned within the thirty days would have run by now.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db())
    await sweepAttempts(db(), new Date(Date.now() + time.offsetMs))
    await Promise.all([run(), run()])
    await run()
    expect(await exists(member)).toBe(false)
    await vi.waitFor(
      async () => {
        expect(
          (await mailsTo(testServer, member.email)).filter(
            ({ subject }) => subject.includes('eliminato') && !subject.includes('sarà'),
          ),
        ).toHaveLength(1)
        expect([
          ...(await placesOf(member.email)),
          ...(await placesOf('Zeppelina')),
          ...(await placesOf(id)),
          ...(await placesOf(clickid)),
          ...(await placesOf(photo.id)),
        ]).toEqual([])
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(storedFor(id)).toEqual([false])
    expect(existsSync(`${testServer.config.dataDir}/storage/${photo.key}`)).toBe(false)
    expect(existsSync(`${testServer.config.dataDir}/storage/variants/${photo.id}/card.webp`)).toBe(false)
    expect(await db().selectFrom('reviews').selectAll().where('body', '=', 'Non fa per me').execute()).toEqual([])

    // The other member still reads the conversation, under a neutral name, and cannot write in it.
    const {
      body: {
        messages: [chat],
      },
    } = await testServer.call(`/api/get/messages/${otherMember.session.clickid}`, { token: otherMember.token })
    expect(chat).toMatchObject({ screenName: '', age: null, default_photo: null, writable: false })
    expect(chat.angelId).not.toBe(id)
    const read = (
      await testServer.call(`/api/get/messages/${otherMember.session.clickid}/${chat.angelId}`, {
        token: otherMember.token,
      })
    ).body
    expect(read.map(({ seq, type }: { seq: number; type: string }) => [seq, type])).toEqual([
      [1, 'messaggio'],
      [2, 'personal'],
    ])
    const after = await messages()
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
    expect(after.map((row) => row.sender_id)).toEqual([chat.angelId, otherMember.session.angelId])
    expect(
      await say(otherMember, { session: { ...member.session, angelId: chat.angelId } } as TestMember, 'Ehi'),
    ).toMatchObject({ ok: false })

    // The payment stays for the books, anonymised, and is not linked to the conversation.
    const kept = await db().selectFrom('payment_attempts').selectAll().where('brand_id', '=', 'local').execute()
    expect(kept).toMatchObject([
      {
        id: paid.id,
        amount_minor: 2490,
        provider_ref: paid.provider_ref,
        card_token_id: null,
        sealed_request: null,
        action: null,
      },
    ])
    const payer = kept[0]?.member_id ?? ''
    expect(payer).not.toBe(chat.angelId)
    const anonymised = await db().selectFrom('members').selectAll().where('state', '=', 'deleted').execute()
    expect(anonymised.map((row) => row.id).sort()).toEqual([payer, chat.angelId].sort())
    const strip = ({ id: _id, ...row }: (typeof anonymised)[number]) => row
    expect(strip(anonymised[0]!)).toEqual(strip(anonymised[1]!))
    expect(anonymised[0]).toMatchObject({
      email: '',
      screen_name: '-',
      about: '',
      password_hash: null,
      clickid: '',
      city_id: null,
      region_id: null,
    })
    const cards = db().selectFrom('card_tokens as c').innerJoin('members as m', 'm.id', 'c.member_id').select('c.id')
    expect(await cards.where('m.brand_id', '=', 'local').execute()).toEqual([])
    expect(
      (await db().selectFrom('consents').select('kind').where('member_id', '=', payer).execute())
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['immediate_start', 'renewal'])
    const transfers = await db()
      .selectFrom('ledger_transfers')
      .select('idempotency_key')
      .where('member_id', '=', payer)
      .execute()
    expect(transfers.some(({ idempotency_key: key }) => /message:|like:|registration:/.test(key))).toBe(false)
    expect(await checkLedger(db())).toMatchObject({ differences: [] })
    expect(
      await db()
        .selectFrom('subscriptions')
        .select(['state', 'card_token_id'])
        .where('member_id', '=', payer)
        .execute(),
    ).toEqual([{ state: 'ended', card_token_id: null }])
    // The text of the report about them is erased; the report they made keeps its text, anonymised.
    expect(
      await db().selectFrom('reports').select(['reporter_id', 'reported_id', 'body']).orderBy('created_at').execute(),
    ).toEqual([
      { reporter_id: null, reported_id: otherMember.session.angelId, body: 'io la conosco' },
      { reporter_id: otherMember.session.angelId, reported_id: null, body: null },
    ])

    // The address is free again, without any history.
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email: member.email, password: member.password } }))
        .body.code,
    ).toBe('mail_password_errati')
    time.offsetMs = 0
    const again = await testServer.member({ form: { email: member.email, username: 'Un’altra' }, confirmed: false })
    expect(again.session.angelId).not.toBe(id)
  }, 40_000)

  it('a payment that completes after the erasure grants nothing, is flagged, and leaves no card stored', async () => {
    const member = await testServer.member({ form: { email: 'late.payer@person.example.com' } })
    const { angelId: id } = member.session
    await buy(member, '4212345678901237')
    const attempt = await db()
      .selectFrom('payment_attempts')
      .selectAll()
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(attempt.state).toBe('requires_action')
    await erase(member)
    time.offsetMs = 31 * day
    await run()
    expect(await exists(member)).toBe(false)

    const { url } = attempt.action as { url: string }
    const back = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'approve' }),
      redirect: 'manual',
    })
    const redirectResult = new URL(back.headers.get('location') ?? '').searchParams.get('redirectResult')
    expect(
      (await checkoutClient(testServer.sandbox).post('/payments/details', { details: { redirectResult } })).body
        .resultCode,
    ).toBe('Authorised')
    expect(storedFor(id)).toHaveLength(1)
    await vi.waitFor(
      async () => {
        expect(storedFor(id)).toEqual([false])
        expect(await placesOf(id)).toEqual([])
      },
      { timeout: 10_000, interval: 200 },
    )
    const now = await db()
      .selectFrom('payment_attempts')
      .selectAll()
      .where('id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    expect(now).toMatchObject({ granted_at: null, flagged: 'paid_after_erasing' })
    const payer = now.member_id
    expect(await db().selectFrom('subscriptions').selectAll().where('member_id', '=', payer).execute()).toEqual([])
    expect(await db().selectFrom('card_tokens').selectAll().where('member_id', '=', payer).execute()).toEqual([])
    expect(await db().selectFrom('emails').selectAll().where('to_address', '=', '').execute()).toEqual([])
    expect(await checkLedger(db())).toMatchObject({ differences: [] })
  }, 40_000)

  it('a member who cancelled stays, and one that cannot be erased does not delay the others', async () => {
    const [kept, stuck, leaving] = [await testServer.member(), await testServer.member(), await testServer.member()]
    for (const member of [kept, stuck, leaving]) await erase(member)
    await testServer.call('/api/users/cancelDeletion', { body: { email: kept.email, password: kept.password } })
    // A table with a reference without `on delete` makes the erasure fail; its member comes first by date.
    await sql`create table undecided (brand_id text not null, member_id uuid primary key references members (id))`.execute(
      db(),
    )
    await sql`insert into undecided values ('local', ${stuck.session.angelId})`.execute(db())
    await db()
      .updateTable('members')
      .set({ deletion_due_at: new Date() })
      .where('id', '=', stuck.session.angelId)
      .execute()
    time.offsetMs = 31 * day
    await run()
    expect(await Promise.all([kept, stuck, leaving].map(exists))).toEqual([true, true, false])
    // A failed step was rolled back completely.
    expect(await placesOf(stuck.email)).toContain('member_emails.email')
    await sql`drop table undecided`.execute(db())
    await run()
    expect(await exists(stuck)).toBe(false)
  })

  it('deletes a conversation with the last member who could read it', async () => {
    const [one, two] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect(await say(one, two, 'Una cosa tra noi')).toMatchObject({ ok: true })
    const rows = async () =>
      (await db().selectFrom('messages').select('id').where('body', '=', 'Una cosa tra noi').execute()).length
    const anonymised = async () =>
      (await db().selectFrom('members').select('id').where('state', '=', 'deleted').execute()).length
    const before = await anonymised()
    await erase(one)
    time.offsetMs = 31 * day
    await run()
    expect([await rows(), await anonymised()]).toEqual([1, before + 1])
    time.offsetMs = 0
    await erase(two)
    time.offsetMs = 31 * day
    await run()
    expect([await rows(), await anonymised()]).toEqual([0, before])
  })

  it('deletes a conversation when both members are erased concurrently', async () => {
    const [one, two] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await say(one, two, 'Tutti e due')
    await say(two, one, 'Insieme')
    for (const member of [one, two]) await erase(member)
    time.offsetMs = 31 * day
    await Promise.all([run(), run(), run()])
    expect(await Promise.all([one, two].map(exists))).toEqual([false, false])
    expect(
      await db().selectFrom('messages').select('id').where('body', 'in', ['Tutti e due', 'Insieme']).execute(),
    ).toEqual([])
  })
})

it('leaves no mail to another address that the member asked support with, and those of others there', async () => {
  const host = 'battito.localhost'
  const [member, colleague] = [await testServer.member({ host }), await testServer.member({ host })]
  const grace = await staffMember(testServer, { roles: ['support@battito'] })
  const [own, shared] = ['quarzo.office@company.example.com', 'front.desk@company.example.com']
  const ask = async (who: TestMember, email: string) => {
    const body = { name, email, topic: 'payments', message: 'Quando si rinnova?' }
    expect((await testServer.call('/api/contact', { host, token: who.token, body })).status).toBe(200)
    const [ticket] = (await testServer.call('/api/support/requests', { host, token: who.token })).body
    const api = `/admin/api/battito/tickets/${ticket.id}`
    const { version } = (await grace.call(`${api}/open`, { body: {} })).body
    const { message } = (await grace.call(`${api}/answer`, { body: { text: 'Il 4.', version } })).body
    await testServer.context.jobs.handlers['support-send-answer']?.(
      { brandId: 'battito', ticketId: ticket.id, messageId: message },
      { attempt: 1, last: false },
    )
  }
  await ask(member, own)
  await ask(member, shared)
  await ask(colleague, shared)
  const sent = async (to: string) =>
    (await db().selectFrom('emails').select('kind').where('to_address', '=', to).orderBy('kind').execute()).map(
      ({ kind }) => kind,
    )
  expect(await sent(own)).toEqual(['support-answer', 'support-received'])
  expect(await sent(shared)).toEqual(['support-answer', 'support-answer', 'support-received'])
  expect((await erase(member, host)).status).toBe(200)
  time.offsetMs = 31 * day
  await run()
  expect(await exists(member)).toBe(false)
  expect(await placesOf(own)).toEqual([])
  expect(await sent(shared)).toEqual(['support-answer', 'support-received'])
})
