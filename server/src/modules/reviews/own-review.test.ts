import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { moderateReviews } from '#commands/reviews.ts'
import { emailQueue } from '#modules/outreach/index.ts'

const enqueueEmail = emailQueue(() => new Date())

const day = 86_400_000
const words = 'Ho conosciuto una persona gentile, ma nella mia zona siamo pochi.'
let testServer: TestServer
let now = Date.now()
let ada: TestMember
let bruno: TestMember
let carla: TestMember
let dario: TestMember

beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now) })
  ada = await testServer.member({ gender: 'woman' })
  bruno = await testServer.member()
  carla = await testServer.member({ gender: 'woman' })
  dario = await testServer.member()
})
afterAll(() => testServer.close())

const own = async (member: TestMember) => (await testServer.call('/api/reviews/own', { token: member.token })).body
const write = (member: TestMember, body: unknown = { stars: 2, text: words }, host?: string) =>
  testServer.call('/api/reviews/own', {
    method: 'PUT',
    token: member.token,
    body,
    ...(host === undefined ? {} : { host }),
  })
const shown = async (host?: string): Promise<{ Recensione: string; Stelle: number }[]> =>
  (await testServer.call('/api/reviews?count=24', host === undefined ? {} : { host })).body
const moderate = (...args: string[]) =>
  moderateReviews(args, {
    db: testServer.database.db,
    enqueueEmail,
    clock: () => new Date(now),
    brandKeys: testServer.context.brands.list.map(({ key }) => key),
    user: 'root',
  })
const idOf = async (member: TestMember) =>
  (
    await testServer.database.db
      .selectFrom('reviews')
      .select('id')
      .where('member_id', '=', member.session.angelId)
      .executeTakeFirstOrThrow()
  ).id

async function mailWith(member: TestMember, subject: string) {
  await expect.poll(async () => (await testServer.mailTo(member.email)).subject, { timeout: 8000 }).toBe(subject)
  return testServer.mailTo(member.email)
}

async function say(from: TestMember, to: TestMember): Promise<void> {
  const socket = await from.connect()
  const sent = await socket.send('chat', {
    msg: 'Ciao',
    trackerId: from.session.clickid,
    angelId: to.session.angelId,
    clientMessageId: crypto.randomUUID(),
    icebreaker: false,
    blurredMessage: true,
  })
  expect(sent).toMatchObject({ ok: true })
  socket.close()
}

describe('a review can be written', () => {
  it('not on the first day, and each reason is given', async () => {
    const { from, ...rest } = await own(ada)
    expect(rest).toEqual({
      state: 'none',
      reason: null,
      stars: null,
      text: '',
      may: false,
      why: ['review_too_new', 'review_no_conversation'],
    })
    const { created_at } = await testServer.database.db
      .selectFrom('members')
      .select('created_at')
      .where('id', '=', ada.session.angelId)
      .executeTakeFirstOrThrow()
    expect(from).toBe(new Date(created_at.getTime() + 7 * day).toISOString())
    expect(await write(ada)).toMatchObject({ status: 403, body: { code: 'review_too_new' } })
  })

  it('not after a week without a conversation, nor when only one of the two wrote', async () => {
    now += 7 * day + 60_000
    expect((await own(ada)).why).toEqual(['review_no_conversation'])
    await say(bruno, ada)
    // Whichever of the two ids of a conversation is the lower one: here each of them wrote once, and neither was answered.
    await say(bruno, carla)
    await say(ada, dario)
    for (const member of [ada, bruno, carla, dario])
      expect(await write(member)).toMatchObject({ status: 403, body: { code: 'review_no_conversation' } })
  })

  it('by both, once both wrote; not by a third member', async () => {
    await say(ada, bruno)
    expect(await own(ada)).toMatchObject({ may: true, why: [] })
    expect(await own(bruno)).toMatchObject({ may: true, why: [] })
    expect(await own(carla)).toMatchObject({ may: false, why: ['review_no_conversation'] })
  })

  it('not with an unconfirmed address, nor by a sample member', async () => {
    const { db } = testServer.database
    const change = (values: object) =>
      db.updateTable('members').set(values).where('id', '=', bruno.session.angelId).execute()
    const { email_confirmed_at } = await db
      .selectFrom('members')
      .select('email_confirmed_at')
      .where('id', '=', bruno.session.angelId)
      .executeTakeFirstOrThrow()
    await change({ email_confirmed_at: null })
    expect(await write(bruno)).toMatchObject({ status: 403, body: { code: 'not_verified' } })
    await change({ email_confirmed_at })
    await db.insertInto('demo_installations').values({ mark: true, loaded_at: new Date(), seed: 'test' }).execute()
    await change({ sample: true })
    expect(await write(bruno)).toMatchObject({ status: 403, body: { code: 'review_sample' } })
    await change({ sample: null })
    await db.deleteFrom('demo_installations').execute()
    // Disabled: the session itself is invalid.
    await change({ state: 'suspended' })
    // Sessions are cached for a second.
    now += 1000
    expect((await write(bruno)).status).toBe(401)
    await change({ state: 'active' })
    now += 1000
  })

  it('not without a session, nor with another brand’s, nor from another site', async () => {
    expect((await testServer.call('/api/reviews/own', { method: 'PUT', body: { stars: 1, text: words } })).status).toBe(
      401,
    )
    expect((await write(ada, { stars: 1, text: words }, 'battito.localhost')).status).toBe(401)
    expect((await testServer.call('/api/reviews/own', { method: 'DELETE' })).status).toBe(401)
    expect(
      (
        await testServer.call('/api/reviews/own', {
          method: 'PUT',
          token: ada.token,
          body: { stars: 1, text: words },
          headers: { origin: 'https://elsewhere.example' },
        })
      ).status,
    ).toBe(403)
    expect(await testServer.database.db.selectFrom('reviews').select('id').execute()).toEqual([])
  })
})

describe('a review', () => {
  it.each([
    ['too short', { stars: 3, text: 'Bello.' }, 'review_too_short', 'text'],
    ['too long', { stars: 3, text: 'x'.repeat(1001) }, 'review_too_long', 'text'],
    ['blank but for what nobody sees', { stars: 3, text: '\u200b \u2060'.repeat(20) }, 'review_too_short', 'text'],
    ['a way out of the site', { stars: 3, text: `${words} Scrivetemi: 333 123 45 67` }, 'review_contacts', 'text'],
    ['no stars', { text: words }, 'invalid', 'stars'],
    ['six stars', { stars: 6, text: words }, 'invalid', 'stars'],
    ['half a star', { stars: 2.5, text: words }, 'invalid', 'stars'],
    ['somebody else’s name with it', { stars: 3, text: words, Utente: 'Anna' }, 'invalid', undefined],
  ])('is refused with %s, and nothing is stored', async (_, body, code, field) => {
    expect(await write(ada, body)).toMatchObject({
      status: 400,
      body: { code, ...(field === undefined ? {} : { field }) },
    })
    expect(await own(ada)).toMatchObject({ state: 'none', text: '' })
  })

  it('waits, hidden, for a decision; then it is shown, whatever its rating', async () => {
    now += 3_600_000
    expect(
      (await write(ada, { stars: 1, text: `  ${words}\r\n\r\n\r\n\r\n<b>Peccato</b>. `, servizio: 'localhost' }))
        .status,
    ).toBe(200)
    expect(await own(ada)).toMatchObject({ state: 'pending', stars: 1, text: `${words}\n\n<b>Peccato</b>.`, may: true })
    expect(await shown()).toEqual([])
    const listed = await moderate('list', '--brand', 'local')
    expect(listed.lines.join('\n')).toContain(`${await idOf(ada)}  ★☆☆☆☆  ${ada.session.screenName}, 30  it`)
    const after = await moderate('list', '--brand', 'local', '--after', await idOf(ada))
    expect(after.lines.join('\n')).not.toContain(await idOf(ada))
    expect(await moderate('publish', '--brand', 'local', '--id', await idOf(ada))).toMatchObject({ ok: true })
    expect(await shown()).toEqual([
      {
        id: expect.any(String),
        Utente: ada.session.screenName,
        Genere: 'F',
        Età: 30,
        Recensione: `${words}\n\n<b>Peccato</b>.`,
        Stelle: 1,
        lingua: 'it',
        time: expect.any(String),
        sample: false,
      },
    ])
    expect((await testServer.call('/api/reviews/summary')).body).toEqual({
      count: 1,
      average: 1,
      stars: [1, 0, 0, 0, 0],
      samples: 0,
    })
    expect(await own(ada)).toMatchObject({ state: 'published' })
    expect((await mailWith(ada, 'La tua recensione è su Incontro')).links).toContain(`${testServer.url}/reviews`)
  })

  it('belongs to its brand', async () => {
    expect(await shown('battito.localhost')).toEqual([])
    expect(
      await moderate('refuse', '--brand', 'battito', '--id', await idOf(ada), '--reason', 'insults'),
    ).toMatchObject({ ok: false })
    expect(await own(ada)).toMatchObject({ state: 'published' })
  })

  it('stays published when sent again unchanged, and waits again when changed', async () => {
    const before = await idOf(ada)
    await write(ada, { stars: 1, text: `${words}\n\n<b>Peccato</b>.` })
    expect(await idOf(ada)).toBe(before)
    expect(await shown()).toHaveLength(1)
    await write(ada, { stars: 4, text: words })
    expect(await own(ada)).toMatchObject({ state: 'pending', stars: 4 })
    // Another rating with the same text is a different review.
    await write(ada, { stars: 5, text: words })
    expect(await own(ada)).toMatchObject({ state: 'pending', stars: 5 })
    await write(ada, { stars: 4, text: words })
    expect(await shown()).toEqual([])
    // The version that was read is not the one that would be published.
    expect(await moderate('publish', '--brand', 'local', '--id', before)).toMatchObject({ ok: false })
    expect(await own(ada)).toMatchObject({ state: 'pending' })
    expect(await testServer.database.db.selectFrom('reviews').select('id').execute()).toHaveLength(1)
  })

  it('is refused on listed grounds only, which are sent to its author', async () => {
    const id = await idOf(ada)
    for (const args of [['--reason', 'too_negative'], []])
      expect(await moderate('refuse', '--brand', 'local', '--id', id, ...args)).toMatchObject({ ok: false })
    expect(await moderate('publish', '--brand', 'local', '--id', id, '--reason', 'insults')).toMatchObject({
      ok: false,
    })
    expect(await moderate('refuse', '--brand', 'local', '--id', id, '--reason', 'personal_data')).toMatchObject({
      ok: true,
    })
    expect(await moderate('refuse', '--brand', 'local', '--id', id, '--reason', 'insults')).toMatchObject({ ok: false })
    expect(await own(ada)).toMatchObject({ state: 'refused', reason: 'personal_data', text: words })
    // After an appeal it is published by another person only.
    expect(await moderate('publish', '--brand', 'local', '--id', id)).toEqual({
      ok: false,
      lines: [expect.stringContaining('let a colleague run this')],
    })
    expect(await own(ada)).toMatchObject({ state: 'refused' })
    const mail = await mailWith(ada, 'La tua recensione su Incontro non è pubblicata')
    expect(mail.text).toContain('dati personali')
    expect(mail.links.some((link) => link.includes(`${testServer.url}/cases?token=`))).toBe(true)
  })

  it('can be written again after that, even unchanged, and be published', async () => {
    await write(ada, { stars: 4, text: words })
    expect(await own(ada)).toMatchObject({ state: 'pending', reason: null })
    await moderate('publish', '--brand', 'local', '--id', await idOf(ada))
    expect(await shown()).toMatchObject([{ Stelle: 4 }])
  })

  it('is limited to one per member, also concurrently', async () => {
    const answers = await Promise.all([
      write(bruno, { stars: 5, text: `${words} Uno.` }),
      write(bruno, { stars: 5, text: `${words} Due.` }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      await testServer.database.db
        .selectFrom('reviews')
        .select('id')
        .where('member_id', '=', bruno.session.angelId)
        .execute(),
    ).toHaveLength(1)
    await moderate('publish', '--brand', 'local', '--id', await idOf(bruno))
    const { rows } = await sql<{ to: string; kinds: string[] }>`
      select to_address as to, array_agg(distinct kind order by kind) as kinds from emails where kind like 'review-%' group by 1`.execute(
      testServer.database.db,
    )
    expect(Object.fromEntries(rows.map(({ to, kinds }) => [to, kinds]))).toEqual({
      [ada.email]: ['review-published', 'review-refused'],
      [bruno.email]: ['review-published'],
    })
    expect((await testServer.call('/api/reviews/summary')).body).toEqual({
      count: 2,
      average: 4.5,
      stars: [0, 0, 0, 1, 1],
      samples: 0,
    })
  })

  it('is hidden and deleted with its author', async () => {
    const { db } = testServer.database
    await db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', bruno.session.angelId).execute()
    expect(await shown()).toHaveLength(1)
    expect((await testServer.call('/api/reviews/summary')).body.count).toBe(1)
    await db.updateTable('members').set({ state: 'active' }).where('id', '=', bruno.session.angelId).execute()
    expect(await shown()).toHaveLength(2)
    const { session } = await testServer.member()
    await db
      .insertInto('reviews')
      .values({
        id: crypto.randomUUID(),
        brand_id: 'local',
        member_id: session.angelId,
        author_name: 'Dario',
        author_gender: 'man',
        author_age: 30,
        stars: 3,
        body: words,
        locale: 'it',
        state: 'published',
        created_at: new Date(now),
      })
      .execute()
    expect(await shown()).toHaveLength(3)
    await db.deleteFrom('members').where('id', '=', session.angelId).execute()
    expect(await shown()).toHaveLength(2)
  })

  it('is withdrawn by its author only, idempotently', async () => {
    expect((await testServer.call('/api/reviews/own', { method: 'DELETE', token: carla.token })).status).toBe(200)
    expect(await shown()).toHaveLength(2)
    for (let n = 0; n < 2; n += 1)
      expect((await testServer.call('/api/reviews/own', { method: 'DELETE', token: bruno.token })).status).toBe(200)
    expect(await own(bruno)).toMatchObject({ state: 'none', stars: null, text: '', may: true })
    expect(await shown()).toMatchObject([{ Stelle: 4 }])
  })

  it('is limited to a number of changes per hour', async () => {
    now += 2 * 3_600_000
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push(await write(bruno, { stars: 5, text: `${words} ${n}` }))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(await own(bruno)).toMatchObject({ text: `${words} 9` })
  })
})

it('the command explains invalid input', async () => {
  for (const args of [
    [],
    ['list'],
    ['list', '--brand', 'nobody'],
    ['list', '--brand', 'local', '--state', 'x'],
    ['praise', '--brand', 'local'],
    ['publish', '--brand', 'local', '--id', '1'],
    ['list', '--x'],
  ]) {
    const { ok, lines } = await moderate(...args)
    expect(ok).toBe(false)
    expect(lines.join('\n')).toMatch(/list|--brand|--state|--id/)
  }
})
