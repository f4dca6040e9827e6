import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ limitFactor: 1 })
})
afterAll(() => testServer?.close())

const flowOf = async (
  email: string,
): Promise<{ flow_id: string; clickid: string; source: string; campid: string | null }> =>
  (
    await testServer.database.pool.query('select flow_id, clickid, source, campid from members where email = $1', [
      email,
    ])
  ).rows[0]

describe('what a visit says about itself', () => {
  test.each([
    ['nothing', undefined, '7'],
    ['a flow that there is', '0000', '0000'],
    ['a flow that the brand does not offer to visits', '18', '7'],
    ['a flow that there is not', '9999', '7'],
    ['the name of what every object has', 'constructor', '7'],
  ])('%s chooses a flow of the brand', async (_, fluxId, flow) => {
    const email = `flow-${flow}-${fluxId ?? 'none'}@person.example.com`
    await testServer.registeredMember({ form: { email, fluxId } })
    expect((await flowOf(email)).flow_id).toBe(flow)
  })

  test('an unknown flow is refused, and no one is registered', async () => {
    await expect(
      testServer.registeredMember({ form: { email: 'nobody@person.example.com', fluxId: '../7' } }),
    ).rejects.toThrow(/400 .*fluxId/)
    expect(await flowOf('nobody@person.example.com')).toBeUndefined()
  })

  test('another member’s tracker id opens nothing: the second member gets a new one', async () => {
    const [first, second] = [
      await testServer.registeredMember({ form: { clickid: 'visit-1', source: 'radio', campid: '42' } }),
      await testServer.registeredMember({ form: { clickid: 'visit-1' } }),
    ]
    expect(first.session.clickid).toBe('visit-1')
    expect(second.session.clickid).not.toBe('visit-1')
    expect((await testServer.call('/api/users/profile/visit-1', { token: second.token })).status).toBe(404)
    expect(await flowOf(first.email)).toMatchObject({ source: 'radio', campid: '42' })
  })
})

describe('a page that connects', () => {
  test('receives the server’s version, which is announced to the member’s pages where theirs is another', async () => {
    const [member, other] = await Promise.all([testServer.member(), testServer.member()])
    const [one, two, others] = await Promise.all([member.connect(), member.connect(), other.connect()])
    const { clickid } = member.session
    const known = await one.send('clickid', { clickid })
    expect(known).toEqual({ ok: true, softwareVersion: 'none' })
    expect(await one.send('clickid', { clickid, softwareVersion: 'none' })).toEqual(known)
    expect([one, two].map((socket) => socket.received('softwareVersion'))).toEqual([[], []])
    expect(await one.send('clickid', { clickid, softwareVersion: 'older' })).toEqual(known)
    for (const socket of [one, two])
      expect(await socket.next('softwareVersion')).toEqual({ softwareVersion: 'none', reload: false })
    expect(others.received('softwareVersion')).toEqual([])
    for (const socket of [one, two, others]) socket.close()
  })

  test('gives a sign of life, which makes its member present', async () => {
    const { db } = testServer.database
    const member = await testServer.member()
    const socket = await member.connect()
    const id = member.session.angelId
    const present = () => db.selectFrom('member_presence').select('seen_at').where('member_id', '=', id).execute()
    await expect.poll(present).toHaveLength(1)
    await db.deleteFrom('member_presence').where('member_id', '=', id).execute()
    expect(await socket.send('brain', { trackerId: member.session.clickid })).toEqual({ ok: true })
    await expect.poll(present).toHaveLength(1)
    socket.close()
  })
})

describe('GET /ip', () => {
  test('returns what the server sees, uncacheable', async () => {
    const { status, body, headers } = await testServer.call('/ip', { headers: { 'user-agent': 'Browser/1' } })
    expect({ status, body }).toEqual({
      status: 200,
      body: { ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/), ua: 'Browser/1' },
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('trusts no forwarded header and no unknown host', async () => {
    expect(
      (await testServer.call('/ip', { headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' } }))
        .body.ip,
    ).not.toBe('203.0.113.9')
    expect((await testServer.call('/ip', { host: 'elsewhere.example' })).status).toBe(404)
  })

  test('is limited', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 31; n += 1) statuses.push((await testServer.call('/ip')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
