import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { affiliateDesk, cameBy, measures, postbackJobs } from '../testing/desk.ts'

let now = new Date('2026-11-02T10:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
let server: TestServer
let ada: TestStaff
let desk: ReturnType<typeof affiliateDesk>
let jobs: ReturnType<typeof postbackJobs>
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  jobs = postbackJobs(server)
})
beforeEach(async () => {
  // Beyond what a run of the planner looks at again.
  later(30)
  await jobs.plan()
  ada = await staffMember(server, { roles: ['marketing@battito', 'marketing@brisa'], at: now })
  desk = affiliateDesk(ada)
  await server.database.pool.query('delete from postback_deliveries where brand_id = $1', ['battito'])
})
afterAll(() => server?.close())

const tracker = (answer: string) => `${server.sandbox.origin}/tracker/${answer}?c={clickid}&k={campid}&id={event_id}`
const calls = async (): Promise<{ url: string; signature: string }[]> =>
  (await (await fetch(`${server.sandbox.origin}/tracker/calls`)).json()) as { url: string; signature: string }[]
const since = async (at: number) => (await calls()).slice(0, (await calls()).length - at)
let n = 0
async function affiliate(answer: string) {
  n += 1
  const source = `source-${n}`
  const made = await desk.add(source)
  await desk.set(made.id, 'lead', tracker(answer))
  later(1)
  return { ...made, source }
}

it('has each call with its outcome, signed with every key that counts, and names no member', async () => {
  const { id, key, source } = await affiliate('postback')
  const newKey: string = (await desk.renew(id, '7')).body.key
  const member = await cameBy(server, source, { at: now })
  await cameBy(server, 'elsewhere', { at: now })
  await cameBy(server, source, { at: now, allows: false })
  later(1)
  const before = (await calls()).length
  await jobs.run()
  const sent = await since(before)
  expect(sent).toHaveLength(1)
  const [call] = sent
  const url = `${server.sandbox.origin}${call!.url}`
  const [t = '', ...signatures] = call!.signature.split(',')
  expect(new Set(signatures)).toEqual(
    new Set(
      [key, newKey].map(
        (one) =>
          `v1=${createHmac('sha256', one)
            .update(`${t.slice(2)}.GET ${url}`)
            .digest('hex')}`,
      ),
    ),
  )
  const page = await desk.log()
  expect(page).toMatchObject({
    more: false,
    postbacks: [
      {
        postback: id,
        name: 'Radio Uno',
        event: 'lead',
        state: 'delivered',
        tries: 1,
        status: 200,
        why: null,
        nextAt: null,
        eventId: new URL(url).searchParams.get('id'),
      },
    ],
  })
  expect(JSON.stringify(page)).not.toContain(member.session.angelId)
  expect(JSON.stringify(page)).not.toContain(member.session.clickid)
})

it('reports nothing from before the address, and nothing once the affiliate has ended', async () => {
  const { id, source } = await affiliate('postback')
  await desk.set(id, 'lead', null)
  await cameBy(server, source, { at: now })
  later(1)
  await desk.set(id, 'lead', tracker('postback'))
  later(1)
  await jobs.run()
  expect((await desk.log()).postbacks).toEqual([])
  await cameBy(server, source, { at: now })
  later(1)
  await jobs.plan()
  expect((await desk.log()).postbacks).toMatchObject([{ state: 'waiting', tries: 0, nextAt: now.toISOString() }])
  await desk.end(id)
  const before = (await calls()).length
  await jobs.send()
  expect(await since(before)).toEqual([])
  expect((await desk.log()).postbacks).toMatchObject([{ state: 'withheld', why: 'this postback was removed' }])
})

it('says when the next attempt is, and what was given up is tried again with what is known now', async () => {
  const { id, source } = await affiliate('fails')
  const member = await cameBy(server, source, { at: now })
  later(1)
  await jobs.run()
  const [waiting] = (await desk.log('?state=waiting')).postbacks
  expect(waiting).toMatchObject({ tries: 1, status: 503, nextAt: new Date(now.getTime() + 60_000).toISOString() })
  expect((await desk.retry(waiting!.id)).body.code).toBe('postback_over')
  await desk.set(id, 'lead', tracker('refuses'))
  later(1)
  await jobs.send()
  const [failed] = (await desk.log('?state=failed')).postbacks
  expect(failed).toMatchObject({ id: waiting!.id, eventId: waiting!.eventId, tries: 2, status: 404, nextAt: null })
  const stored = () =>
    server.database.db.selectFrom('postback_deliveries').select('facts').where('id', '=', failed!.id).executeTakeFirst()
  expect(await stored()).toEqual({ facts: {} })

  await desk.set(id, 'lead', tracker('postback'))
  const before = (await calls()).length
  expect((await desk.retry(failed!.id)).body).toEqual({ outcome: 'waiting' })
  expect((await desk.retry(failed!.id)).body.code).toBe('postback_over')
  await jobs.send()
  const [call] = await since(before)
  expect(new URL(call!.url, server.url).searchParams.get('c')).toBe(member.session.clickid)
  expect((await desk.log()).postbacks).toMatchObject([{ state: 'delivered', tries: 3, status: 200 }])
  expect(await stored()).toEqual({ facts: {} })
  const { rows } = await server.database.pool.query(
    `select action from audit_entries where brand_id = 'battito' order by seq desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'postback_retried' }])
})

it('is not tried again without the member’s consent', async () => {
  const { source } = await affiliate('refuses')
  const member = await cameBy(server, source, { at: now })
  later(1)
  await jobs.run()
  const [failed] = (await desk.log()).postbacks
  later(1)
  await measures(server, member, { at: now, allows: false })
  const before = (await calls()).length
  expect((await desk.retry(failed!.id)).body).toEqual({ outcome: 'withheld' })
  await jobs.send()
  expect(await since(before)).toEqual([])
  expect((await desk.log()).postbacks).toMatchObject([{ state: 'withheld', why: 'no consent to measurement' }])
})

it('fails without a key to sign with', async () => {
  const { id, source } = await affiliate('postback')
  await cameBy(server, source, { at: now })
  later(1)
  await jobs.plan()
  await desk.endKey(id, (await desk.read(id)).body.keys[0].id)
  await jobs.send()
  expect((await desk.log()).postbacks).toMatchObject([{ state: 'failed', why: 'there is no key to sign with' }])
})

it('goes on by pages, each call once, narrowed by state, event and affiliate, of the brand alone', async () => {
  const { id, source } = await affiliate('postback')
  const member = await cameBy(server, source, { at: now })
  const rows = Array.from({ length: 120 }, (_, at) => ({
    brand_id: 'battito',
    postback: at % 2 === 0 ? id : 'tracker',
    event_key: `sale ${at}`,
    event: 'sale',
    member_id: member.session.angelId,
    state: at % 3 === 0 ? 'failed' : 'delivered',
    facts: '{}',
    // Of a run of the planner many have the same time.
    created_at: new Date(now.getTime() + Math.floor(at / 40) * 60_000),
    ended_at: now,
  }))
  await server.database.db.insertInto('postback_deliveries').values(rows).execute()
  const seen: string[] = []
  const sizes: number[] = []
  for (let query = '?event=sale'; query !== '';) {
    const { postbacks, more } = await desk.log(query)
    seen.push(...postbacks.map((one) => one.id))
    sizes.push(postbacks.length)
    const last = postbacks.at(-1)
    query = more && last ? `?event=sale&afterAt=${last.at}&afterId=${last.id}` : ''
  }
  expect([sizes, new Set(seen).size]).toEqual([[50, 50, 20], 120])
  expect((await desk.log(`?postback=${id}&state=failed`)).postbacks).toHaveLength(20)
  expect((await desk.log('?postback=tracker&state=delivered&event=lead')).postbacks).toEqual([])
  expect((await affiliateDesk(ada, 'brisa').log(`?postback=${id}`)).postbacks).toEqual([])
  expect((await ada.call(desk.at('postbacks?postback=A%27'))).status).toBe(400)
})
