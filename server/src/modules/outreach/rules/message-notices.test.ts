import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { noTelegram } from '../channels/telegram/testing/none.ts'
import { mailNotices } from '../channels/email/notices.ts'
import { lookAtNotice } from './look.ts'
import { planNotice } from './plan.ts'

const minute = 60_000
let testServer: TestServer
let now = Date.parse('2026-11-22T12:00:00Z')
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
  // Presence by open sockets would be written with the real clock: disabled here, so that tests decide who is away.
  await testServer.database.pool.query(
    `create function stays_away() returns trigger language plpgsql as 'begin return null; end';
     create trigger stays_away before insert on member_presence for each row execute function stays_away()`,
  )
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const deps = () => ({
  db: testServer.database.db,
  clock: () => new Date(now),
  addressKeys: [Buffer.alloc(32)] as const,
  channels: {
    email: mailNotices({ brands: testServer.context.brands, addressKeys: [Buffer.alloc(32)] }),
    push: {
      offered: () => true,
      reaches: () => Promise.resolve(false),
      queue: () => Promise.reject(new Error('no device')),
    },
    telegram: noTelegram,
  },
})
const look = ({ memberId, conversationId: about }: Pair['about']) =>
  lookAtNotice(deps(), { memberId, event: 'message', about })
async function pair() {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  return { man, woman, about: { memberId: idOf(woman), conversationId: '' } }
}
type Pair = Awaited<ReturnType<typeof pair>>

/** Sends a message and delivers its outbox event twice. */
async function write({ man, woman, about }: Pair, msg = 'Ciao'): Promise<void> {
  const socket = await man.connect()
  const data = { msg, trackerId: man.session.clickid, angelId: idOf(woman), clientMessageId: randomUUID() }
  const { ok, message } = await socket.send('chat', data)
  expect(ok).toBe(true)
  socket.close()
  const { conversation_id: conversationId } = await testServer.database.db
    .selectFrom('inbox')
    .select('conversation_id')
    .where('member_id', '=', idOf(woman))
    .where('other_id', '=', idOf(man))
    .executeTakeFirstOrThrow()
  about.conversationId = conversationId
  const payload = { conversationId, recipientId: idOf(woman), senderId: idOf(man), seq: message.seq }
  for (let n = 0; n < 2; n += 1) await planNotice(deps(), { id: randomUUID(), topic: 'message', payload })
}
const away = (member: TestMember, ms = 20 * minute) =>
  testServer.database.db
    .updateTable('members')
    .set({ last_active_at: new Date(now - ms) })
    .where('id', '=', idOf(member))
    .execute()
const planned = async ({ about }: Pair): Promise<Date[]> => {
  const { rows } = await testServer.database.pool.query<{ run_at: Date }>(
    `select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'outreach.notice' and j.payload ->> 'about' = $1 order by j.run_at`,
    [about.conversationId],
  )
  return rows.map(({ run_at }) => run_at)
}
const mails = (member: TestMember) =>
  testServer.database.db
    .selectFrom('emails')
    .select(['kind', 'to_address', 'locale', 'props'])
    .where('member_id', '=', idOf(member))
    .execute()
const open = async ({ man, woman }: Pair, seq: number) => {
  const socket = await woman.connect()
  await socket.send('read', { angelId: idOf(man), seq })
  socket.close()
}

const change = (member: TestMember, values: object) =>
  testServer.database.db.updateTable('members').set(values).where('id', '=', idOf(member)).execute()

describe('a waiting message', () => {
  it('causes one email per conversation until that is opened, and names no one', async () => {
    const two = await pair()
    await write(two)
    await write(two, 'Ci sei?')
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
    now += 15 * minute
    await away(two.woman)
    await look(two.about)
    const sent = {
      kind: 'new-message',
      to_address: two.woman.email,
      locale: 'it',
      props: {
        link: `https://${testServer.context.brands.byKey('local')?.domain}/chats`,
        notice: { event: 'message', about: two.about.conversationId, seq: 1 },
      },
    }
    expect(await mails(two.woman)).toEqual([sent])
    expect(await mails(two.man)).toEqual([])
    await write(two, 'Ciao?')
    expect(await planned(two)).toHaveLength(1)
    await open(two, 3)
    await write(two, 'Eccoti')
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
    now += 15 * minute
    await away(two.woman)
    await look(two.about)
    expect(await mails(two.woman)).toEqual([
      sent,
      { ...sent, props: { ...sent.props, notice: { ...sent.props.notice, seq: 4 } } },
    ])
  })

  it('causes one look per interval while two write in turn, and waits before the email', async () => {
    const two = await pair()
    await write(two)
    await open(two, 1)
    now += 5 * minute
    await write(two, 'Sei qui?')
    expect(await planned(two)).toEqual([new Date(now + 10 * minute)])
    now += 10 * minute
    await away(two.woman)
    await look(two.about)
    expect(await mails(two.woman)).toEqual([])
    expect(await planned(two)).toEqual([new Date(now + 5 * minute)])
    await write(two, 'Va bene')
    expect(await planned(two)).toEqual([new Date(now + 5 * minute)])
    now += 5 * minute
    await look(two.about)
    expect(await mails(two.woman)).toHaveLength(1)
    await open(two, 3)
    await write(two, 'A domani')
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
  })

  it('is announced according to each member’s side of the conversation', async () => {
    const two = await pair()
    await write(two)
    // Replying counts as reading: his email is planned, hers is dropped when due.
    const back = { man: two.woman, woman: two.man, about: { memberId: idOf(two.man), conversationId: '' } }
    await write(back, 'Ciao a te')
    const notes = async () =>
      (
        await testServer.database.db
          .selectFrom('notices')
          .select(['member_id', 'seq', 'planned'])
          .where('about', '=', two.about.conversationId)
          .orderBy('seq')
          .execute()
      ).map(({ member_id: id, seq, planned: isPlanned }) => [id === idOf(two.man) ? 'his' : 'hers', seq, isPlanned])
    expect(await notes()).toEqual([
      ['hers', 1, true],
      ['his', 2, true],
    ])
    now += 15 * minute
    await look(two.about)
    expect(await notes()).toEqual([
      ['hers', 0, false],
      ['his', 2, true],
    ])
    await away(two.man)
    await look(back.about)
    expect([(await mails(two.man)).length, (await mails(two.woman)).length]).toEqual([1, 0])
    expect(await notes()).toEqual([
      ['hers', 0, false],
      ['his', 2, false],
    ])
  })

  it('causes one email when its job runs again', async () => {
    const two = await pair()
    await write(two)
    now += 15 * minute
    await away(two.woman)
    for (let n = 0; n < 2; n += 1) await look(two.about)
    expect(await mails(two.woman)).toHaveLength(1)
  })

  it('is announced whatever her other conversations are', async () => {
    const two = await pair()
    const { woman } = two
    const [other, silent] = [await testServer.member(), await testServer.member()]
    const second: Pair = { man: other, woman, about: { ...two.about } }
    // She wrote to the third, who has not answered: no email to her about that one.
    await write({ man: woman, woman: silent, about: { memberId: idOf(silent), conversationId: '' } })
    await write(two)
    await write(second)
    await open(two, 1)
    const { db } = testServer.database
    const notes = () =>
      db
        .selectFrom('notices')
        .select(['about', 'seq', 'planned'])
        .where('member_id', '=', idOf(woman))
        .orderBy('planned')
        .execute()
    const note = ({ about }: Pair, seq: number, isPlanned: boolean) => ({
      about: about.conversationId,
      seq,
      planned: isPlanned,
    })
    now += 15 * minute
    await away(woman)
    await db.transaction().execute(async (tx) => {
      const { conversationId } = second.about
      await tx.selectFrom('conversations').select('id').where('id', '=', conversationId).forUpdate().execute()
      await look(two.about)
    })
    expect(await mails(woman)).toEqual([])
    expect(await notes()).toEqual([note(two, 0, false), note(second, 1, true)])
    await write(two, 'Ancora io')
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
    await look(second.about)
    expect(await mails(woman)).toHaveLength(1)
    expect(await notes()).toEqual([note(second, 1, false), note(two, 2, true)])
  })

  it('is announced in the recipient’s language, by their brand, at the hour of their country', async () => {
    const host = 'battito.localhost'
    const two: Pair = {
      man: await testServer.member({ host }),
      woman: await testServer.member({ host, gender: 'woman', form: { language: 'es' } }),
      about: { memberId: '', conversationId: '' },
    }
    two.about.memberId = idOf(two.woman)
    await write(two)
    await change(two.woman, { country: 'GB' })
    const noon = now
    // 22:00 in Rome, 21:00 in London.
    now = Date.parse('2026-11-22T21:00:00Z')
    await away(two.woman)
    await look(two.about)
    now = noon
    expect(await mails(two.woman)).toEqual([
      {
        kind: 'new-message',
        to_address: two.woman.email,
        locale: 'es',
        props: {
          link: `https://${testServer.context.brands.byKey('battito')?.domain}/chats`,
          notice: { event: 'message', about: two.about.conversationId, seq: 1 },
        },
      },
    ])
  })

  it('is announced whomever else the two have blocked, or are blocked by', async () => {
    const two = await pair()
    const other = await testServer.member()
    await write(two)
    const block = (member: TestMember, blocked: TestMember) =>
      testServer.call('/api/block', { body: { angelId: idOf(blocked) }, token: member.token })
    expect((await block(two.woman, other)).status).toBe(200)
    expect((await block(other, two.man)).status).toBe(200)
    now += 15 * minute
    await away(two.woman)
    await look(two.about)
    expect(await mails(two.woman)).toHaveLength(1)
  })

  it('that was read before its planning leaves nothing behind', async () => {
    const two = await pair()
    await write(two)
    await open(two, 1)
    now += 15 * minute
    await look(two.about)
    expect(await mails(two.woman)).toEqual([])
    await write(two, 'Ancora io')
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
  })

  it.each<[string, (two: Pair) => Promise<unknown>]>([
    ['was opened', (two) => open(two, 1).then(() => away(two.woman))],
    [
      'was withdrawn',
      ({ man, woman }) => testServer.call(`/api/messages/${idOf(woman)}/1`, { method: 'DELETE', token: man.token }),
    ],
    ['is for an address nobody confirmed', ({ woman }) => change(woman, { email_confirmed_at: null })],
    ['is for a closed account', ({ woman }) => change(woman, { state: 'deactivated' })],
    [
      'is for a profile that is a sample',
      async ({ woman }) => {
        const installation = { mark: true, loaded_at: new Date(), seed: 'test' }
        await testServer.database.db.insertInto('demo_installations').values(installation).execute()
        await change(woman, { sample: true })
      },
    ],
    ['is from a closed account', ({ man }) => change(man, { state: 'suspended' })],
    [
      'is from somebody blocked since',
      ({ man, woman }) => testServer.call('/api/block', { body: { angelId: idOf(man) }, token: woman.token }),
    ],
  ])('that %s causes none', async (_, happens) => {
    const two = await pair()
    await write(two)
    await away(two.woman)
    await happens(two)
    await look(two.about)
    expect(await mails(two.woman)).toEqual([])
    expect(await planned(two)).toHaveLength(1)
  })

  it('is not announced while the member is online, nor at night in their country', async () => {
    const two = await pair()
    await write(two)
    await away(two.woman, minute)
    await look(two.about)
    expect(await planned(two)).toEqual([new Date(now + 15 * minute)])
    await away(two.woman)
    const noon = now
    now = Date.parse('2026-11-22T21:30:00Z')
    await look(two.about)
    expect(await planned(two)).toEqual([new Date('2026-11-23T07:00:00Z')])
    now = noon
    expect(await mails(two.woman)).toEqual([])
  })

  it.each([
    ['forward', 'America/New_York', '2027-03-14T04:00:00Z', '2027-03-14T12:00:00Z'],
    ['back', 'Europe/Lisbon', '2027-10-30T22:00:00Z', '2027-10-31T08:00:00Z'],
  ])(
    'waits for eight in the morning of the member’s zone when clocks go %s at night',
    async (_, zone, night, morning) => {
      const noon = now
      now = Date.parse(night)
      const two = await pair()
      await testServer.database.pool.query(
        `insert into notification_settings (member_id, quiet_from, quiet_until, time_zone, discreet, digest, changed_at)
       values ($1, 1320, 480, $2, false, 'off', now())`,
        [idOf(two.woman), zone],
      )
      await write(two)
      now += 15 * minute
      await away(two.woman)
      await look(two.about)
      expect(await planned(two)).toEqual([new Date(morning)])
      now = Date.parse(morning) - 1000
      await look(two.about)
      expect(await mails(two.woman)).toEqual([])
      now += 1000
      await look(two.about)
      expect(await mails(two.woman)).toHaveLength(1)
      now = noon
    },
  )

  it('is planned from no other outbox topic', async () => {
    const two = await pair()
    await write(two)
    await planNotice(deps(), { id: randomUUID(), topic: 'photo decided', payload: { memberId: idOf(two.man) } })
    expect(await planned(two)).toHaveLength(1)
  })
})
