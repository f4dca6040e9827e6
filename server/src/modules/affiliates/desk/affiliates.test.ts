import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { affiliateDesk, reason } from '../testing/desk.ts'

let now = new Date('2026-11-02T10:00:00Z')
const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
}
let server: TestServer
let ada: TestStaff
let desk: ReturnType<typeof affiliateDesk>
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  await signIn()
})
afterAll(() => server?.close())

/** A session lasts twelve hours, a proof ten minutes. */
async function signIn(): Promise<void> {
  ada = await staffMember(server, { roles: ['marketing@battito', 'marketing@brisa'], name: 'Ada', at: now })
  desk = affiliateDesk(ada)
}
const sends = (
  key: string,
  body: object = {},
  host = 'battito.localhost',
  id: 'importClick' | 'importOrder' | 'cancelOrder' = 'importClick',
) => server.call(routes[id].path, { host, headers: { 'x-affiliate-key': key }, body })
const click = { kcampaign: 'may', pageType: 'landing' }
const audited = async (): Promise<string[]> =>
  (
    await server.database.db
      .selectFrom('audit_entries')
      .select('action')
      .where('brand_id', '=', 'battito')
      .orderBy('seq', 'desc')
      .execute()
  ).map(({ action }) => action)

describe('an affiliate', () => {
  it('is added with a key that is shown once, and that opens its calls at its brand only', async () => {
    const { id, key } = await desk.add('radio-1')
    expect(key).toMatch(/^aff_[A-Za-z0-9_-]{43}$/)
    const { body } = await desk.read(id)
    expect(body).toMatchObject({ name: 'Radio Uno', source: 'radio-1', endedAt: null, addedBy: { name: 'Ada' } })
    expect(body.keys).toMatchObject([{ ending: key.slice(-4), endsAt: null }])
    expect(JSON.stringify([body, (await ada.call(desk.at('affiliates'))).body])).not.toContain(key.slice(0, -4))
    const stored = await server.database.pool.query('select * from affiliate_keys')
    expect(JSON.stringify(stored.rows)).not.toContain(key)
    expect((await sends(key, click)).status).toBe(200)
    expect((await sends(key, click, 'brisa.localhost')).status).toBe(404)
    expect((await sends(`${key.slice(0, -1)}?`, click)).status).toBe(401)
    expect((await audited())[0]).toBe('affiliate_added')
  })

  it('sent again after a lost answer gets another key in place of the first, and no other twin', async () => {
    const id = randomUUID()
    const body = { id, name: 'Blog', source: 'blog', reason }
    const first = (await ada.call(desk.at('affiliates'), { body })).body.key
    const second = (await ada.call(desk.at('affiliates'), { body })).body.key
    expect([(await sends(first, click)).status, (await sends(second, click)).status]).toEqual([401, 200])
    const other = { ...body, name: 'Other' }
    expect((await ada.call(desk.at('affiliates'), { body: other })).body.code).toBe('id_taken')
    const twin = { ...body, id: randomUUID() }
    expect((await ada.call(desk.at('affiliates'), { body: twin })).body.code).toBe('source_taken')
    // At another brand both are free.
    expect((await ada.call('/admin/api/brisa/affiliates', { body: twin })).status).toBe(200)
  })

  it('of another brand has the same id without touching the first', async () => {
    const { id, key } = await desk.add('same-id')
    const body = { id, name: 'Radio Uno', source: 'same-id', reason }
    expect((await ada.call('/admin/api/brisa/affiliates', { body })).status).toBe(200)
    expect((await sends(key, click)).status).toBe(200)
  })

  it('changes over to a new key for as long as was said, and each can be ended at once', async () => {
    const { id, key: old } = await desk.add('changing')
    const { key: current } = (await desk.renew(id, '7')).body
    const works = async () => [(await sends(old, click)).status, (await sends(current, click)).status]
    expect(await works()).toEqual([200, 200])
    const [newest, before] = (await desk.read(id)).body.keys
    expect([newest.endsAt, before.endsAt]).toEqual([null, new Date(now.getTime() + 7 * 86_400_000).toISOString()])
    later(7)
    await signIn()
    expect(await works()).toEqual([401, 200])
    expect((await desk.read(id)).body.keys).toHaveLength(1)
    expect((await desk.endKey(id, newest.id)).status).toBe(200)
    expect(await works()).toEqual([401, 401])
    expect((await desk.endKey(id, newest.id)).status).toBe(404)
    expect((await audited()).slice(0, 2)).toEqual(['affiliate_key_ended', 'affiliate_key_made'])
  })

  it('has five keys at most, and replacing one at once leaves one', async () => {
    const { id } = await desk.add('many-keys')
    for (let n = 0; n < 4; n += 1) expect((await desk.renew(id, '30')).status).toBe(200)
    expect((await desk.renew(id, '30')).body.code).toBe('too_many_keys')
    expect((await desk.renew(id, '0')).status).toBe(200)
    expect((await desk.read(id)).body.keys).toHaveLength(1)
  })

  it('is renamed and ended: its key is refused, its source is free again', async () => {
    const { id, key } = await desk.add('ending')
    const renamed = await ada.call(desk.at(`affiliates/${id}`), { method: 'PUT', body: { name: 'Radio Due', reason } })
    expect(renamed.status).toBe(200)
    expect((await desk.end(id)).status).toBe(200)
    expect((await desk.end(id)).status).toBe(200)
    expect((await sends(key, click)).status).toBe(401)
    expect((await desk.read(id)).body).toMatchObject({ name: 'Radio Due', keys: [], endedAt: now.toISOString() })
    for (const refused of [desk.renew(id, '0'), desk.set(id, 'lead', 'https://t.example.com/'), desk.test(id, 'lead')])
      expect((await refused).status).toBe(404)
    await desk.add('ending')
    expect((await audited()).slice(0, 3)).toEqual(['affiliate_added', 'affiliate_ended', 'affiliate_renamed'])
  })

  it('has references of its own: another one neither takes nor cancels them', async () => {
    const [one, two] = [await desk.add('one'), await desk.add('two')]
    const order = { ...click, reference: 'order-1' }
    const host = 'battito.localhost'
    expect((await sends(one.key, order, host, 'importOrder')).status).toBe(200)
    expect((await sends(two.key, { reference: 'order-1' }, host, 'cancelOrder')).status).toBe(404)
    expect(
      (await sends('key-of-the-affiliate-of-battito-and-no-other', { reference: 'order-1' }, host, 'cancelOrder'))
        .status,
    ).toBe(404)
    expect((await sends(two.key, { ...order, kcampaign: 'june' }, host, 'importOrder')).status).toBe(200)
    expect((await sends(one.key, order, host, 'importOrder')).status).toBe(200)
    expect((await sends(one.key, { reference: 'order-1' }, host, 'cancelOrder')).status).toBe(200)
    const { rows } = await server.database.pool.query(
      `select campaign from affiliate_imports where reference like '%order-1' and cancelled_at is null and brand_id = 'battito'`,
    )
    expect(rows).toEqual([{ campaign: 'june' }])
  })

  it('is not made, and its addresses not changed, without a fresh second factor', async () => {
    const { id } = await desk.add('stale')
    const stale = affiliateDesk(await staffMember(server, { roles: ['marketing@battito'], state: 'stale', at: now }))
    for (const refused of [stale.renew(id, '0'), stale.set(id, 'lead', null), stale.end(id)])
      expect((await refused).body.code).toBe('proof_needed')
    expect((await stale.read(id)).status).toBe(200)
  })
})

describe('an address that is called', () => {
  let id: string
  beforeAll(async () => {
    id = (await desk.add('addresses')).id
  })

  it.each([
    ['http', 'http://t.example.com/?c={clickid}'],
    ['a user', 'https://user:secret@t.example.com/?c={clickid}'],
    ['a host that a value completes', 'https://{source}.example.com/?c=1'],
    ['a path that a value completes', 'https://t.example.com/{campid}?c=1'],
    ['a value that there is not', 'https://t.example.com/?m={email}'],
    ['a second header', 'https://t.example.com/?c=1\r\nx-admin: 1'],
    ['a space', 'https://t.example.com/?c=1 HTTP/1.1'],
    ['our own machine', 'https://127.0.0.1/?c={clickid}'],
    ['our own machine, as a number', 'https://2130706433/?c={clickid}'],
    ['our own machine, in IPv6', 'https://[::1]/?c={clickid}'],
    ['a private network', 'https://10.0.0.8/?c={clickid}'],
    ['a private network in another spelling', 'https://[::ffff:192.168.0.1]/?c={clickid}'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/?c={clickid}'],
    ['a name of our network', 'https://db.internal/?c={clickid}'],
    ['a name without a dot', 'https://postgres/?c={clickid}'],
    ['another protocol’s port', 'https://t.example.com:25/?c={clickid}'],
    ['no address', 'javascript:alert(1)'],
  ])('is none with %s', async (_what, address) => {
    for (const answer of [await desk.set(id, 'lead', address), await desk.preview(id, 'lead', address)])
      expect(answer.status).toBe(400)
    expect((await desk.read(id)).body.postbacks).toEqual([])
  })

  it('is shown with made-up values, set, changed and removed, all of it in the audit', async () => {
    const address = 'https://t.example.com/p?c={clickid}&s={source}&e={event}&a={amount}&cur={currency}'
    expect((await desk.preview(id, 'sale', address)).body).toEqual({
      address: 'https://t.example.com/p?c=test&s=addresses&e=sale&a=24.90&cur=EUR',
    })
    expect((await desk.preview(id, 'lead', address)).body.address).toContain('&a=&cur=')
    await desk.set(id, 'sale', address)
    await desk.set(id, 'sale', 'https://t.example.com/other')
    await desk.set(id, 'sale', 'https://t.example.com/other')
    expect((await desk.read(id)).body).toMatchObject({
      events: ['sale'],
      postbacks: [{ event: 'sale', address: 'https://t.example.com/other', changedBy: { name: 'Ada' } }],
    })
    await desk.set(id, 'sale', null)
    expect((await desk.read(id)).body.postbacks).toEqual([])
    expect((await audited()).slice(0, 4)).toEqual([
      'affiliate_postback_set',
      'affiliate_postback_set',
      'affiliate_postback_set',
      'affiliate_added',
    ])
  })

  it('is saved only over the one that was read, so that no colleague’s change is lost; repeated, it is saved once', async () => {
    const bea = affiliateDesk(await staffMember(server, { roles: ['marketing@battito'], name: 'Bea', at: now }))
    const [first, theirs, ours] = ['first', 'theirs', 'ours'].map((one) => `https://t.example.com/${one}`)
    const other = (await desk.add('together')).id
    const stored = async () => (await desk.read(other)).body.postbacks[0]?.address
    // Both have read that there is none.
    const both = await Promise.all([desk.set(other, 'lead', first!, null), bea.set(other, 'lead', theirs!, null)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await desk.set(other, 'lead', first!)
    expect((await bea.set(other, 'lead', theirs!, first)).status).toBe(200)
    const late = await desk.set(other, 'lead', ours!, first)
    expect([late.status, late.body.code]).toEqual([409, 'postback_changed'])
    expect(late.body.message).toContain('Bea')
    expect((await desk.set(other, 'lead', null, first)).body.code).toBe('postback_changed')
    expect(await stored()).toBe(theirs)
    // Its answer was lost.
    expect((await bea.set(other, 'lead', theirs!, first)).status).toBe(200)
  })

  it.each([
    ['postback', { state: 'delivered', status: 200, why: null }],
    ['refuses', { state: 'failed', status: 404 }],
    ['redirects', { state: 'failed', status: 302 }],
    ['fails', { state: 'waiting', status: 503 }],
  ])('is tested: %s', async (answer, outcome) => {
    expect((await desk.test(id, 'lead')).status).toBe(404)
    await desk.set(id, 'lead', `${server.sandbox.origin}/tracker/${answer}?c={clickid}&e={event}`)
    const { status, body } = await desk.test(id, 'lead')
    expect([status, body]).toEqual([200, expect.objectContaining(outcome)])
    expect(body.address).toBe(`${server.sandbox.origin}/tracker/${answer}?c=test&e=lead`)
    const [call] = (await (await fetch(`${server.sandbox.origin}/tracker/calls`)).json()) as {
      url: string
      signature: string
    }[]
    expect(call).toMatchObject({
      url: `/tracker/${answer}?c=test&e=lead`,
      signature: expect.stringMatching(/^t=\d+,v1=/),
    })
    expect((await audited())[0]).toBe('affiliate_postback_tested')
    await desk.set(id, 'lead', null)
  })

  it('is tested with a key only, and sixty times an hour', async () => {
    const { id: other } = await desk.add('tests')
    await desk.set(other, 'lead', `${server.sandbox.origin}/tracker/postback`)
    const answers: number[] = []
    for (let n = 0; n < 61; n += 1) answers.push((await desk.test(other, 'lead')).status)
    expect([answers.filter((status) => status === 200).length > 50, answers.at(-1)]).toEqual([true, 429])
    await signIn()
    await desk.endKey(other, (await desk.read(other)).body.keys[0].id)
    expect((await desk.test(other, 'lead')).body.code).toBe('no_key')
  })
})
