import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { chat } from '#modules/chat/testing/conversing.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import type { Principal } from '#platform/caller.ts'
import { conversationId } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { openArchive } from './archive.ts'
import { allowDownload, askForExport, openExport, recordReady, stateOf as exportState } from './data-export.ts'
import type { DataExportDeps } from './deps.ts'
import { makeExport } from './make.ts'
import { exportedFiles } from '#src/tables.ts'

const day = 86_400_000
let testServer: TestServer
const time = { offsetMs: 0 }
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(Date.now() + time.offsetMs) })
})
afterAll(() => testServer.close())

const path = '/api/users/export'
const idOf = (member: TestMember) => member.session.angelId
const ask = (member: TestMember, body: object = {}, url = path) =>
  testServer.call(url, { token: member.token, body: { clickid: member.session.clickid, ...body } })
const stateOf = async (member: TestMember) => (await testServer.call(path, { token: member.token })).body
const rowOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('data_exports')
    .select(['id', 'state'])
    .where('member_id', '=', idOf(member))
    .executeTakeFirst()
const handlers = () => testServer.context.jobs.handlers
/** Runs the job of the member's archive. */
async function make(member: TestMember): Promise<string> {
  const id = (await rowOf(member))?.id ?? ''
  await handlers()['data-export-make']?.({ memberId: idOf(member), id }, { attempt: 1, last: false })
  return id
}
const addressOf = async (member: TestMember): Promise<string> =>
  (await ask(member, {}, `${path}/download`)).body.path ?? ''
const download = async (address: string, token: string | undefined) => {
  const answer = await fetch(`${testServer.url}${address}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** The files of an archive by name, read from its central directory. */
function unpack(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files: Record<string, Buffer> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + size)
    files[zip.toString('utf8', at + 46, at + 46 + nameLength)] = method === 0 ? bytes : inflateRawSync(bytes)
    at += 46 + nameLength + extra + comment
  }
  return files
}

it('contains everything that is the member’s own, as they may read it, and no secret', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await upload(testServer, man, await jpeg(1))
  const { name } = (await upload(testServer, man, await jpeg(2))).body.data
  await testServer.call(`/api/photos/${man.session.clickid}/${name}`, { method: 'DELETE', token: man.token })
  const [his, hers] = [await man.connect(), await woman.connect()]
  await his.send('like', { trackerId: man.session.clickid, angelId: idOf(woman) })
  await his.send('chat', chat(man, woman, 'Vieni al mercato?'))
  await hers.send('chat', chat(woman, man, 'Volentieri'))
  await hers.send('chat', chat(woman, man, 'Ci vediamo alle dieci'))
  await testServer.call('/api/block', { token: woman.token, body: { angelId: idOf(man) } })
  const other = await testServer.member({ gender: 'woman' })
  await testServer.call('/api/block', { token: man.token, body: { angelId: idOf(other) } })
  // More than one query reads, and one more of another member.
  await testServer.database.pool.query(
    `insert into member_events (member_id, id, kind, created_at)
     select $1::uuid, gen_random_uuid(), 'visita_profilo', now() - n * interval '1 minute' from generate_series(1, 1001) n
     union all select $2::uuid, gen_random_uuid(), 'visita_profilo', now()`,
    [idOf(man), idOf(woman)],
  )
  his.close()
  hers.close()

  expect(await stateOf(man)).toEqual({ state: 'none', done: 0, all: 0, size: null, expiresAt: null })
  expect((await ask(man)).body).toMatchObject({ state: 'making' })
  await make(man)
  const ready = await stateOf(man)
  const { status, headers, bytes } = await download(await addressOf(man), man.token)
  expect([status, headers.get('content-type'), headers.get('cache-control'), bytes.length]).toEqual([
    200,
    'application/zip',
    'no-store',
    ready.size,
  ])
  const files = unpack(bytes)
  const json = (name: string) => JSON.parse(String(files[`${name}.json`]))
  expect(json('members')).toMatchObject([{ email: man.email, screen_name: man.session.screenName }])
  expect(json('reactions')).toMatchObject([{ other_id: idOf(woman), kind: 'like' }])
  expect(json('ledger_transfers').length).toBeGreaterThan(1)
  expect(json('consents').length).toBeGreaterThan(3)
  expect(json('blocks')).toEqual([{ other_id: idOf(other), created_at: expect.any(String) }])
  const events: { kind: string; created_at: string }[] = json('member_events')
  const seen = events.filter(({ kind }) => kind === 'visita_profilo').map(({ created_at: at }) => at)
  expect([seen.length, new Set(seen).size]).toEqual([1001, 1001])
  // Her account is closed for him, and what she wrote at level 0 is blurred to a free reader, except her first reply.
  expect(json('conversations')).toMatchObject([
    {
      otherId: idOf(woman),
      otherName: '',
      messages: [
        { from: 'me', text: 'Vieni al mercato?', hidden: false },
        { from: 'other', text: 'Volentieri', hidden: false },
        { from: 'other', text: '', hidden: true },
      ],
    },
  ])
  expect(Object.keys(files).filter((name) => name.endsWith('.jpg'))).toHaveLength(1)
  const everything = Object.values(files).map(String).join('')
  for (const secret of ['alle dieci', '$argon2', 'token_hash', man.token]) expect(everything).not.toContain(secret)
  const [mail] = await testServer.database.db
    .selectFrom('emails')
    .select('props')
    .where('kind', '=', 'export-ready')
    .where('member_id', '=', idOf(man))
    .execute()
  expect(mail?.props).toEqual({ link: `${testServer.url}/settings/privacy#data` })
})

it('contains the member’s own pictures as far as they see them, in order', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const [me, her] = [idOf(man), idOf(woman)]
  const { pool } = testServer.database
  const numbered = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}::text, 12, '0'))::uuid`
  const together = conversationId(me, her)
  await pool.query(
    `insert into conversations (id, pool_id, low_id, high_id, created_at)
     values ($1, 'local', least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), now())`,
    [together, me, her],
  )
  await pool.query(
    `insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at, media)
     select $1, n, gen_random_uuid(), case n when 4 then $3::uuid else $2::uuid end, gen_random_uuid(), 'Foto', false, 0, 0, now(), 'photo'
     from generate_series(1, 4) n`,
    [together, me, her],
  )
  // The fourth is hers, the fifth was never sent.
  await pool.query(
    `insert into message_media (id, sender_id, conversation_id, seq, kind, storage_key, width, height, thumbhash, created_at)
     select ${numbered('n')}, case n when 4 then $3::uuid else $2::uuid end, $1, nullif(n, 5), 'photo', 'messages/' || n || '.jpg', 1, 1, '\\x01', now()
     from generate_series(1, 5) n`,
    [together, me, her],
  )
  // He hides the second and one of another conversation, she hides the third.
  await pool.query(
    `insert into hidden_messages (member_id, conversation_id, seq) select $1::uuid, conversation_id, seq from messages
     where (conversation_id, seq) = ($2::uuid, 2) or (conversation_id, seq) = (select conversation_id, seq from messages where conversation_id <> $2::uuid and seq = 1 limit 1)
     union all select $3::uuid, $2::uuid, 3`,
    [me, together, her],
  )
  await pool.query(
    `insert into member_photos (member_id, id, storage_key, state, position, created_at, removed_at)
     select $1::uuid, ${numbered('n')}, 'photos/' || n || '.jpg', 'approved', case n when 23 then 0 else 1 end, now(), case n when 24 then now() end
     from unnest('{22,21,23,24}'::int[]) n union all select $2::uuid, ${numbered('25')}, 'photos/25.jpg', 'approved', 0, now(), null`,
    [me, her],
  )
  await pool.query(
    `insert into photo_verifications (member_id, id, photo_id, gesture, state, storage_key, asked_at)
     values ($1, ${numbered('11')}, ${numbered('21')}, 'thumb_up', 'sent', 'verifications/11.jpg', now()), ($2, ${numbered('12')}, ${numbered('25')}, 'thumb_up', 'asked', null, now())`,
    [me, her],
  )
  const storage = { stat: async () => ({ size: 1 }), getStream: async () => Readable.from([Buffer.from('x')]) }
  const picturesOf = async (memberId: string) => {
    const flow = checkedInFlows().of('local', '7')
    const deps = { pool, storage, exportedFiles: [] } as unknown as DataExportDeps
    const files = unpack(await buffer(await openArchive(deps, { memberId, level: 0, flow }, () => undefined)))
    return Object.keys(files).flatMap(
      (name) => /^(\w+)\/[0-9a-f-]{24}0+(\d+)\.jpg$/.exec(name)?.slice(1).join(' ') ?? [],
    )
  }
  expect(await picturesOf(me)).toEqual(['photos 23', 'photos 21', 'photos 22', 'messages 1', 'messages 3', 'photos 11'])
  expect(await picturesOf(her)).toEqual(['photos 25', 'messages 4'])
})

it('names others only where the app does, both sides of the numbers that were shown, and places in words', async () => {
  const region = 'Umbria'
  const man = await testServer.member({ region })
  const [visitor, hidesVisits, hidden, closed, blocker, seen, liker] = (await Promise.all(
    Array.from({ length: 7 }, () => testServer.member({ gender: 'woman', region })),
  )) as [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember, TestMember]
  const visit = (who: TestMember, whom: TestMember) =>
    testServer.call('/api/collect/visited', {
      token: who.token,
      body: { trackerId: who.session.clickid, angelId: idOf(whom) },
    })
  for (const who of [visitor, hidesVisits, hidden, closed, blocker]) expect((await visit(who, man)).status).toBe(200)
  await visit(man, visitor)
  const socket = await liker.connect()
  await socket.send('like', { trackerId: liker.session.clickid, angelId: idOf(man) })
  socket.close()
  const change = (who: TestMember, body: object) =>
    testServer.call('/api/users/privacy', { method: 'PUT', token: who.token, body })
  await change(hidesVisits, { hideVisits: true })
  await change(hidden, { hidden: true })
  // Those whom a hidden member likes see them.
  await change(liker, { hidden: true })
  await testServer.call('/api/users/disableProfile', { token: closed.token, body: { clickid: closed.session.clickid } })
  await testServer.call('/api/block', { token: blocker.token, body: { angelId: idOf(man) } })

  const { db } = testServer.database
  for (const [owner, viewer] of [
    [seen, man],
    [man, visitor],
    [seen, visitor],
  ] as const) {
    await db
      .insertInto('phone_numbers')
      .values({ member_id: idOf(owner), number: '+393331234567', shown_to: 'paying', changed_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .insertInto('phone_views')
      .values({ member_id: idOf(owner), viewer_id: idOf(viewer), first_at: new Date(), last_at: new Date() })
      .execute()
  }
  await testServer.call('/api/contact', {
    token: man.token,
    body: { name: 'Ugo', email: man.email, topic: 'other', message: 'Vorrei la fattura di marzo.' },
  })
  await testServer.call('/dispenser/place', {
    method: 'PUT',
    token: man.token,
    body: { trackerId: man.session.clickid, region },
  })

  await ask(man)
  await make(man)
  const files = unpack((await download(await addressOf(man), man.token)).bytes)
  const json = (name: string) => JSON.parse(String(files[`${name}.json`]))
  const notifications: { kind: string; actor_id: string }[] = json('notifications')
  expect(notifications.map(({ kind, actor_id: id }) => [kind, id]).toSorted()).toEqual([
    ['like', idOf(liker)],
    ['visit', idOf(visitor)],
  ])
  const app = await testServer.call(`/api/get/notifications/${man.session.clickid}`, { token: man.token })
  expect(app.body.messages).toHaveLength(notifications.length)
  expect(json('phone_views')).toMatchObject([{ viewer_id: idOf(visitor) }])
  expect(json('phone_numbers_seen')).toMatchObject([{ member_id: idOf(seen) }])
  expect(json('visits')).toMatchObject([{ other_id: idOf(visitor) }])
  expect(json('members')).toMatchObject([{ region, city: null }])
  expect(json('search_settings')).toMatchObject([{ region, city: null }])
  expect(json('tickets')).toMatchObject([{ email: man.email, topic: 'other', state: 'open' }])
  expect(json('ticket_messages')).toMatchObject([{ kind: 'member', body: 'Vorrei la fattura di marzo.' }])
})

describe('an archive', () => {
  it('is available to its owner for seven days, by a key valid for ten minutes, and is then deleted with its file', async () => {
    const [owner, stranger] = [await testServer.member(), await testServer.member()]
    await ask(owner)
    const id = await make(owner)
    const address = await addressOf(owner)
    const statusFor = async (token: string | undefined, given = address) => (await download(given, token)).status
    expect([
      await statusFor(owner.token),
      await statusFor(stranger.token),
      await statusFor(undefined),
      await statusFor(owner.token, `${address}x`),
      await statusFor(owner.token, '/api/users/export/file'),
    ]).toEqual([200, 404, 401, 404, 404])
    expect((await ask(stranger, {}, `${path}/download`)).status).toBe(404)
    const newer = await addressOf(owner)
    expect([await statusFor(owner.token), await statusFor(owner.token, newer)]).toEqual([404, 200])
    time.offsetMs = 10.1 * 60_000
    expect(await statusFor(owner.token, newer)).toBe(404)
    time.offsetMs = 7.01 * day
    expect(await stateOf(owner)).toMatchObject({ state: 'none' })
    expect((await ask(owner, { password: owner.password }, `${path}/download`)).status).toBe(404)
    time.offsetMs = 0
    const file = join(testServer.config.dataDir, 'storage', 'exports', `${id}.zip`)
    expect(readFileSync(file).length).toBeGreaterThan(100)
    // Scheduled for the end of the seven days, in the transaction that marks it ready.
    const { rows } = await testServer.database.pool.query(
      `select run_at > now() + interval '6 days' and run_at < now() + interval '8 days' as later
       from graphile_worker.jobs where key = $1`,
      [`data-export-remove:${id}`],
    )
    expect(rows).toEqual([{ later: true }])
    await handlers()['data-export-remove']?.({ id }, { attempt: 1, last: false })
    expect(() => readFileSync(file)).toThrow()
    expect(await rowOf(owner)).toBeUndefined()
  })

  it('is valid until just before each of its deadlines', async () => {
    const member = await testServer.member()
    const at = new Date('2030-01-01T00:00:00Z')
    const end = (ms: number) => new Date(at.getTime() + ms)
    const { db } = testServer.database
    const storage = createLocalStorage(join(testServer.config.dataDir, 'storage'))
    const deps = (now: Date) => ({ db, storage, clock: () => now }) as unknown as DataExportDeps
    const set = (values: object) =>
      db.updateTable('data_exports').set(values).where('member_id', '=', idOf(member)).execute()
    await ask(member)
    await set({ asked_at: at })
    const askedAt = async (now: Date) => {
      await askForExport(deps(now), { memberId: idOf(member) } as Principal, testServer.url)
      return (await rowOf(member))?.id ?? ''
    }
    // A lost one can be requested again, so the member reads that it failed.
    const madeAt = async (now: Date) => (await exportState(deps(now), idOf(member))).state
    expect([await madeAt(end(day - 1)), await madeAt(end(day))]).toEqual(['making', 'failed'])
    const first = await askedAt(end(day - 1))
    const second = await askedAt(end(day))
    expect(second).not.toBe(first)
    // The lost one's file is deleted now, whether it exists or not.
    const { rows } = await testServer.database.pool.query(
      'select key, run_at <= now() as due from graphile_worker.jobs where key = any($1) order by id',
      [[first, second].map((id) => `data-export-remove:${id}`)],
    )
    expect(rows).toEqual([
      { key: `data-export-remove:${first}`, due: true },
      { key: `data-export-remove:${second}`, due: false },
    ])
    await make(member)
    await set({ expires_at: end(7 * day) })
    const stateAt = async (now: Date) => (await exportState(deps(now), idOf(member))).state
    expect([await stateAt(end(7 * day - 1)), await stateAt(end(7 * day))]).toEqual(['ready', 'none'])
    await expect(allowDownload(deps(end(7 * day)), idOf(member))).rejects.toMatchObject({ status: 404 })
    const opensAt = async (key: string, now: Date) => {
      const opened = await openExport(deps(now), idOf(member), key)
      opened?.stream.destroy()
      return opened !== undefined
    }
    const key = await allowDownload(deps(at), idOf(member))
    const lives = 10 * 60_000
    expect([await opensAt(key, end(lives - 1)), await opensAt(key, end(lives))]).toEqual([true, false])
    // No key outlives the archive.
    const late = await allowDownload(deps(end(7 * day - 1)), idOf(member))
    expect([await opensAt(late, end(7 * day - 1)), await opensAt(late, end(7 * day))]).toEqual([true, false])
  })

  it('is not made for a member who has left, and no email goes to an unconfirmed address', async () => {
    const { db } = testServer.database
    for (const [values, files] of [
      [{ state: 'deactivated' }, false],
      [{ email_confirmed_at: null }, true],
    ] as const) {
      const member = await testServer.member()
      await ask(member)
      await db.updateTable('members').set(values).where('id', '=', idOf(member)).execute()
      const id = await make(member)
      expect(existsSync(join(testServer.config.dataDir, 'storage', 'exports', `${id}.zip`))).toBe(files)
      expect((await rowOf(member))?.state).toBe(files ? 'ready' : 'making')
      expect(await db.selectFrom('emails').select('kind').where('member_id', '=', idOf(member)).execute()).toEqual([])
    }
  })

  it('is ready once, unless it was replaced, and not made again by a repeated job', async () => {
    const member = await testServer.member()
    await ask(member)
    const mails: object[] = []
    const deps = {
      db: testServer.database.db,
      clock: () => new Date(),
      enqueueEmail: async (_: unknown, mail: object) => void mails.push(mail),
    } as unknown as DataExportDeps
    const id = (await rowOf(member))?.id ?? ''
    const ready = (of: string) => recordReady(deps, idOf(member), of, 5)
    expect([await ready(randomUUID()), await ready(id), await ready(id)]).toEqual([false, true, false])
    const about = { brandId: 'local', memberId: idOf(member), to: member.email, locale: 'it' }
    expect(mails).toEqual([
      { ...about, kind: 'export-ready', props: { link: `${testServer.url}/settings/privacy#data` } },
    ])
    await ask(member)
    const second = await make(member)
    const file = join(testServer.config.dataDir, 'storage', 'exports', `${second}.zip`)
    const { mtimeMs } = statSync(file)
    await make(member)
    await handlers()['data-export-remove']?.({ id }, { attempt: 1, last: false })
    expect([statSync(file).mtimeMs, (await rowOf(member))?.id]).toEqual([mtimeMs, second])
  })

  it('is made and downloaded only after the password or with a fresh session, for one’s own tracker id', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    expect((await ask(member, { clickid: other.session.clickid })).status).toBe(404)
    time.offsetMs = 11 * 60_000
    for (const url of [path, `${path}/download`]) {
      expect((await ask(member, {}, url)).body).toMatchObject({ code: 'password_needed', status: 403 })
      expect((await ask(member, { password: 'sbagliata' }, url)).body).toMatchObject({ code: 'password_errata' })
    }
    expect(await rowOf(member)).toBeUndefined()
    expect((await ask(member, { password: member.password })).status).toBe(200)
    time.offsetMs = 0
  })

  it('is one at a time, five an hour; a new one replaces the previous one', async () => {
    const member = await testServer.member()
    await Promise.all([ask(member), ask(member)])
    const first = await make(member)
    for (let n = 2; n <= 5; n += 1) {
      expect((await ask(member)).body).toMatchObject({ state: 'making', done: 0 })
      // Running the job of a replaced archive changes nothing.
      await handlers()['data-export-make']?.({ memberId: idOf(member), id: first }, { attempt: 1, last: false })
      expect(await stateOf(member)).toMatchObject({ state: 'making' })
      await make(member)
    }
    expect((await ask(member)).status).toBe(429)
    expect(await stateOf(member)).toMatchObject({ state: 'ready' })
  })

  it('is not opened by a key of the one that it replaced', async () => {
    const member = await testServer.member()
    await ask(member)
    await make(member)
    const statusOf = async (address: string) => (await download(address, member.token)).status
    const before = await addressOf(member)
    await ask(member)
    expect(await statusOf(before)).toBe(404)
    await make(member)
    expect([await statusOf(before), await statusOf(await addressOf(member))]).toEqual([404, 200])
    // Nor is it as large, as far made or as long available as that one.
    const { body } = await ask(member)
    expect(body).toMatchObject({ state: 'making', done: 0, all: 0, size: null, expiresAt: null })
  })

  it('shows how many parts it has before the first is finished', async () => {
    const member = await testServer.member()
    await ask(member)
    const { database } = testServer.context
    let shown: unknown
    const seen = Promise.withResolvers<void>()
    // The first part ends only after its progress was seen.
    const pool = {
      async query(asked: { readonly text: string }) {
        if (asked.text.includes('export_key')) await seen.promise
        return database.pool.query(asked)
      },
    }
    const storage = {
      stat: async () => undefined,
      async putStream(_: string, archive: Readable) {
        await vi.waitFor(async () => expect((shown = await stateOf(member)).all).toBeGreaterThan(0), 10_000)
        seen.resolve()
        archive.resume()
        return 1
      },
    }
    const deps = {
      db: database.db,
      pool,
      flows: checkedInFlows(),
      log: createLog('silent'),
      storage,
      clock: () => new Date(),
      exportedFiles,
    }
    await makeExport(
      { ...deps, enqueueEmail: async () => {} } as unknown as DataExportDeps,
      { memberId: idOf(member), id: (await rowOf(member))?.id ?? '' },
      false,
    )
    const all = exportedFiles.length + 1
    expect(shown).toEqual({ state: 'making', done: 0, all, size: null, expiresAt: null })
  })

  it('that cannot be written is reported after the last attempt, and can be requested again', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    for (const one of [member, other]) await ask(one)
    const { id } = (await rowOf(member))!
    const exports = join(testServer.config.dataDir, 'storage', 'exports')
    rmSync(exports, { recursive: true, force: true })
    writeFileSync(exports, 'a file where the folder should be')
    const run = (last: boolean) =>
      handlers()['data-export-make']?.({ memberId: idOf(member), id }, { attempt: 1, last })
    await expect(run(false)).rejects.toThrow()
    expect(await stateOf(member)).toMatchObject({ state: 'making' })
    await expect(run(true)).rejects.toThrow()
    expect([await stateOf(member), await stateOf(other)]).toMatchObject([{ state: 'failed' }, { state: 'making' }])
    rmSync(exports)
    await ask(member)
    await make(member)
    expect(await stateOf(member)).toMatchObject({ state: 'ready' })
  })
})
