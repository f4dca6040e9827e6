import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liveBrands } from '#modules/brands/index.ts'
import { liveFlows } from '#modules/flows/index.ts'
import { liveAnswers, savedAnswers } from '#modules/support/index.ts'
import { openBus } from '#platform/live/bus.ts'
import { createLog } from '#platform/process/log.ts'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { followOffers } from './follow.ts'
import { offerDesk, reason } from './testing/desk.ts'

let server: TestServer
let author: TestStaff
let second: TestStaff
let desk: ReturnType<typeof offerDesk>
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  author = await staffMember(server, { roles: ['marketing@battito', 'support@battito'], name: 'Ada' })
  second = await staffMember(server, { roles: ['owner@battito'], name: 'Grace' })
  desk = offerDesk(author, second)
})
afterAll(() => server?.close())

const ok = async (...answers: Promise<{ status: number; body: unknown }>[]) => {
  for (const one of await Promise.all(answers)) expect([one.status, one.body]).toEqual([200, expect.anything()])
}
/** Writes, approves and publishes a text. */
async function live(id: string, content: string): Promise<void> {
  await ok(desk.write(id, content))
  await ok(desk.submit(id))
  await ok(desk.decide(id))
  await ok(desk.publish(id))
}

/** What another process of the installation uses, which has not heard of any publication. */
async function otherProcess() {
  const log = createLog('silent')
  const offered = {
    brands: liveBrands(checkedInBrands()),
    flows: liveFlows(checkedInFlows()),
    answers: liveAnswers(),
  }
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log })
  return { ...offered, follower: followOffers({ ...offered, db: server.database.db, bus, log }) }
}

describe('a legal page', () => {
  const page = 'legal/it-faq'
  const shown = async () =>
    (await server.call('/api/legal', { host: 'battito.localhost', body: { p: 'faq', l: 'it' } })).body
  const title = async () => (await shown()).title

  it('is published in versions, and is the file again once it is rolled back', async () => {
    const before = await shown()
    expect((await desk.read(page)).content).toMatch(/^# Domande frequenti\n/)
    await live(page, '# Domande nuove\n\nScrivi a {{supportEmail}}.\n')
    expect(await shown()).toMatchObject({
      title: 'Domande nuove',
      html: expect.stringContaining('@'),
      version: expect.not.stringMatching(before.version),
    })
    // Of this brand and language only.
    expect((await server.call('/api/legal', { host: 'brisa.localhost', body: { p: 'faq' } })).body.title).not.toBe(
      'Domande nuove',
    )
    await ok(desk.rollBack(page))
    expect(await shown()).toEqual(before)
    expect(await desk.read(page)).toMatchObject({ live: null, versions: [{ version: 1, state: 'past' }] })
  })

  it('shows a script as text, to members and in its preview', async () => {
    const attack = [
      '# <script>alert(1)</script>',
      '<script>alert(1)</script>',
      '[here](javascript:alert(1)) ![x](data:text/html;base64,PHNjcmlwdD4=)',
      '<img src=x onerror=alert(1)>',
    ].join('\n\n')
    await ok(desk.write(page, `${attack}\n`))
    const preview = await author.call(desk.at(page, '/page'))
    expect(preview.status).toBe(200)
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'")
    await ok(desk.submit(page))
    await ok(desk.decide(page))
    await ok(desk.publish(page))
    for (const html of [String(preview.body), (await shown()).html]) {
      expect(html).not.toMatch(/<script|<img|href="javascript/i)
      expect(html).toContain('&lt;script&gt;')
    }
    await ok(desk.rollBack(page))
  })

  it.each([
    ['an unknown placeholder', '# Titolo\n\n{{secretKey}}\n', '{{secretKey}}: is no placeholder'],
    ['no title', 'Testo\n', 'does not begin with'],
  ])('with %s is not submitted', async (_, content, words) => {
    const { body } = await desk.write(page, content)
    expect(body.faults).toEqual([{ path: [], reason: expect.stringContaining(words) }])
    expect((await desk.submit(page)).body.code).toBe('offer_faulty')
    await ok(author.call(desk.at(page, '/draft'), { method: 'DELETE' }))
  })

  it('is compared paragraph by paragraph', async () => {
    const { content } = await desk.read(page)
    await ok(desk.write(page, `${content.trimEnd()}\n\nUna riga in più.\n`))
    expect((await author.call(desk.at(page, '/diff'))).body.changes).toEqual([
      { path: [expect.stringMatching(/^#/)], before: null, after: 'Una riga in più.' },
    ])
    await ok(author.call(desk.at(page, '/draft'), { method: 'DELETE' }))
    expect(await title()).not.toBe('Domande nuove')
  })
})

describe('saved answers', () => {
  const answers = 'answers/answers'
  const offered = async (): Promise<readonly string[]> =>
    (await author.call('/admin/api/battito/tickets/desk')).body.answers.map(({ key }: { key: string }) => key)
  const words = {
    it: 'Ciao {name}, {brand}',
    es: 'Hola {name}, {brand}',
    fr: 'Bonjour {name}, {brand}',
    en: 'Hi {name}, {brand}',
  }

  it('are those of support as soon as they are published', async () => {
    expect(await offered()).toEqual(Object.keys(savedAnswers))
    await live(answers, JSON.stringify({ ...savedAnswers, walks: { name: words, text: words } }))
    expect(await offered()).toContain('walks')
    await ok(desk.rollBack(answers))
    expect(await offered()).toEqual(Object.keys(savedAnswers))
  })

  it.each([
    ['a language that is missing', { name: words, text: { ...words, fr: '' } }, 'walks.text.fr'],
    ['an unknown placeholder', { name: words, text: { ...words, en: '{name} {brand} {password}' } }, 'walks.text.en'],
    ['no name of the member', { name: words, text: { ...words, en: '{brand}' } }, 'walks.text.en'],
  ])('with %s are not submitted', async (_, walks, path) => {
    const { body } = await desk.write(answers, JSON.stringify({ ...savedAnswers, walks }))
    expect(body.faults.map((one: { path: string[] }) => one.path.join('.'))).toContain(path)
    expect((await desk.submit(answers)).body.code).toBe('offer_faulty')
    await ok(author.call(desk.at(answers, '/draft'), { method: 'DELETE' }))
  })
})

describe('another process', () => {
  const price = ({ flows }: { flows: ReturnType<typeof liveFlows> }) =>
    flows.of('battito', '7').plans.free.find(({ id }) => id === 'plan-1m')?.totalMinor

  it('takes over at its start and at its look what it has not heard of', async () => {
    const there = await otherProcess()
    await there.follower.start()
    expect(price(there)).toBe(2490)
    await desk.goLive('flow/7', (file) =>
      Object.assign(
        file.plans.find(({ product_id: id }: { product_id: string }) => id === 'plan-1m'),
        { prezzo: 1990, prezzo_totale: 1990 },
      ),
    )
    expect(price(there)).toBe(2490)
    await there.follower.takeOver()
    expect(price(there)).toBe(1990)
    there.follower.close()
    const started = await otherProcess()
    await started.follower.start()
    expect(price(started)).toBe(1990)
    started.follower.close()
    await ok(author.call(desk.at('flow/7', '/roll-back'), { body: { version: 1, reason } }))
    await there.follower.takeOver()
    expect(price(there)).toBe(2490)
  })

  it('keeps the file where a version does not fit the program any more, and takes the others', async () => {
    const there = await otherProcess()
    const { db } = server.database
    const row = (kind: string, key: string, content: unknown) => ({
      brand_id: 'battito',
      kind,
      key,
      version: 50,
      content: JSON.stringify(content),
      digest: Buffer.alloc(32),
      state: 'live',
      made_by: `staff:${author.id}`,
      made_at: new Date(),
      changed_by: `staff:${author.id}`,
      changed_at: new Date(),
      approved_by: `staff:${second.id}`,
      approved_at: new Date(),
      approved_digest: Buffer.alloc(32),
      published_at: new Date(),
      published_by: `staff:${author.id}`,
    })
    await db
      .insertInto('config_versions')
      .values([
        row('flow', '7', { fluxId: '7' }),
        row('legal', 'it-terms', 'no title'),
        row('legal', 'it-privacy', '# Nuova\n\nTesto\n'),
      ])
      .execute()
    await there.follower.takeOver()
    expect(price(there)).toBe(2490)
    const legal = there.brands.byKey('battito')?.legal.it
    expect([legal?.terms.title, legal?.privacy.title]).toEqual([
      checkedInBrands().byKey('battito')?.legal.it.terms.title,
      'Nuova',
    ])
    // It can be put right in the console.
    const { status, body } = await author.call(desk.at('flow/7'))
    expect([status, body.live.version]).toEqual([200, 50])
    const { content } = await desk.read('flow/0000')
    const saved = await desk.write('flow/7', content.replace('"0000"', '"7"'))
    expect([saved.status, saved.body.faults]).toEqual([200, []])
    await ok(author.call(desk.at('flow/7', '/draft'), { method: 'DELETE' }))
    await db.deleteFrom('config_versions').where('version', '=', 50).execute()
  })
})
