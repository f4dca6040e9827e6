import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { readDocument, type Document } from './document.ts'
import { acquaint, memberPages } from './paths.ts'
import { openVisitor } from './visitor.ts'
import { webBuild } from './web-build.ts'

/* The frame of every member page: help, legal pages and settings (rule 12.13), the badges of the navigation, and the pages of the list. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
  // Figures are cached for a minute. For interests none was measured.
  const now = new Date()
  const period = { period_start: new Date(now.getTime() - 90 * 86_400_000), period_end: now, computed_at: now }
  await testServer.database.db
    .insertInto('claim_figures')
    .values(
      ['photo', 'prompt', 'intent'].map((step) => ({
        ...period,
        brand_id: 'local',
        claim: `${step}_messages`,
        sample_size: 1840,
        compared_size: 610,
        value: 2.47,
        low: 2.1,
      })),
    )
    .execute()
})
afterAll(() => testServer?.close())

const all = [
  '/legal/faq',
  '/safety',
  '/contactUs',
  '/legal/terms',
  '/legal/terms#billingPolicy',
  '/legal/privacy',
  '/cookies',
]

test('a member’s page arrives whole: no script has to move its parts to their place', async () => {
  const him = await testServer.member()
  const her = await testServer.member({ gender: 'woman' })
  await acquaint(him, her)
  for (const path of memberPages(her.session.angelId)) {
    const { body, headers } = await testServer.call(path, { headers: { cookie: `__Host-session=${him.token}` } })
    expect([path, /<template|\$RC\(|<!--\$\?-->/.exec(body)?.[0]]).toEqual([path, undefined])
    // Compressed in one piece, with the nonce of this answer.
    expect(headers.get('content-length')).toBeTruthy()
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}'`)
  }
})

test('who it is stands in the document of another member’s page, with what they said, and only for who may see them', async () => {
  const [him, stranger, her] = await Promise.all([
    testServer.member(),
    testServer.member(),
    testServer.member({ gender: 'woman', form: { username: 'Giovanna' } }),
  ])
  const change = { prompts: [{ id: 'sunday', answer: 'Al mercato delle pulci' }] }
  const { status } = await testServer.call(`/api/users/${her.session.clickid}`, {
    method: 'PUT',
    body: change,
    token: her.token,
  })
  expect(status).toBe(200)
  await testServer.call('/api/block', { body: { angelId: stranger.session.angelId }, token: her.token })
  const read = async ({ token }: TestMember) =>
    (await testServer.call(`/user/${her.session.angelId}`, { headers: { cookie: `__Host-session=${token}` } })).body
  const shown = await read(him)
  expect(shown).toMatch(/<h1[^>]*>Giovanna/)
  expect(shown).toContain('Al mercato delle pulci')
  const closed = await read(stranger)
  expect(closed).not.toMatch(/Giovanna|Al mercato/)
})

test('messages and notifications stand in a member’s documents, as far as they may read them, in their country’s time', async () => {
  const [him, her, stranger] = await Promise.all([
    testServer.member({ form: { username: 'Ulisse' } }),
    testServer.member({ gender: 'woman', form: { username: 'Penelope' } }),
    testServer.member(),
  ])
  await acquaint(him, her)
  const hers = await her.connect()
  await hers.send('like', { trackerId: her.session.clickid, angelId: him.session.angelId })
  hers.close()
  const read = async ({ token }: TestMember, path: string, more: Record<string, string> = {}) =>
    (await testServer.call(path, { headers: { cookie: `__Host-session=${token}`, ...more } })).body
  /** What is shown, without the data for the page's script. */
  const shownOf = (body: string) => body.replaceAll(/<script[^]*?<\/script>/g, '')
  const conversation = `/chats/${her.session.angelId}`
  const written = shownOf(await read(him, conversation)).split('role="log"')[1] ?? ''
  expect(written).toMatch(/Ciao, che giornata![^]*Ciao, finalmente il sole\.[^]*Passeggiata\?/)
  const [, time = '', shown] = /<time dateTime="([^"]+)">(\d\d:\d\d)<\/time>/i.exec(written) ?? []
  const rome = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Rome' })
  expect(shown).toBe(rome.format(new Date(time)))
  // Reading may be what a plan is used for, and what a browser fetches in advance was not read.
  const inAdvance = await read(him, conversation, { 'sec-purpose': 'prefetch;prerender' })
  expect(shownOf(inAdvance).split('role="log"')[1]).not.toMatch(/finalmente il sole|Passeggiata/)
  expect(shownOf(await read(him, '/chats'))).toMatch(/<li[^]*Penelope[^]*Tu: [^]*Passeggiata\?/)
  expect(shownOf(await read(him, '/notifications'))).toMatch(/<li[^]*Penelope/)
  // She may not read how he began, as he is a free member: it is not in her documents either. His reply to hers she may.
  const covered = await read(her, `/chats/${him.session.angelId}`)
  expect(shownOf(covered)).toMatch(
    /role="log"[^]*Ulisse ti ha mandato un messaggio[^]*finalmente il sole\.[^]*Passeggiata\?/,
  )
  for (const page of [covered, await read(her, '/chats')]) expect(page).not.toContain('che giornata')
  expect(await read(stranger, conversation)).not.toMatch(/che giornata|Passeggiata|finalmente il sole/)
})

test('a plan counts as used once a conversation was read, not its head or in advance', async () => {
  const [him, her] = await Promise.all([testServer.member(), testServer.member({ gender: 'woman' })])
  const { pool } = testServer.database
  await pool.query('update members set level = 1 where id = $1', [him.session.angelId])
  const hers = await her.connect()
  const about = { trackerId: her.session.clickid, angelId: him.session.angelId, clientMessageId: crypto.randomUUID() }
  await hers.send('chat', { ...about, msg: 'Ti va un caffè?' })
  hers.close()
  const open = async (method: string, more: Record<string, string> = {}) => {
    const headers = { cookie: `__Host-session=${him.token}`, ...more }
    expect((await testServer.call(`/chats/${her.session.angelId}`, { method, headers })).status).toBe(200)
    const { rowCount } = await pool.query('select from plan_uses where member_id = $1', [him.session.angelId])
    return rowCount
  }
  expect([await open('HEAD'), await open('GET', { 'sec-purpose': 'prefetch' }), await open('GET')]).toEqual([0, 0, 1])
})

test('a member’s document does not wait for what is slow: the page asks for it', async () => {
  const [him, her] = await Promise.all([testServer.member(), testServer.member({ gender: 'woman' })])
  await acquaint(him, her)
  const blocker = await testServer.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table inbox in access exclusive mode')
  const from = performance.now()
  const answers = []
  for (const path of ['/chats', `/chats/${her.session.angelId}`])
    answers.push(await testServer.call(path, { headers: { cookie: `__Host-session=${him.token}` } }))
  const took = performance.now() - from
  await blocker.query('rollback')
  blocker.release()
  expect(answers.map(({ status, body }) => [status, body.includes('id="main"')])).toEqual([
    [200, true],
    [200, true],
  ])
  // A statement that waits is given up after eight seconds.
  expect(took).toBeLessThan(7_500)
})

test('a browser that loads too many pages at once has to wait, and asks again by itself', async () => {
  const strict = await startTestServer({ webBuild: webBuild(), limitFactor: 1 })
  const him = await strict.member()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      strict.call('/settings', { headers: { cookie: `__Host-session=${him.token}`, accept: 'text/html' } }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, body } of refused) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const wait = Number(/http-equiv="refresh" content="(\d+)"/.exec(body)?.[1])
    expect(wait).toBeGreaterThanOrEqual(Number(headers.get('retry-after')))
  }
  await strict.close()
})

test('every page of a member links to help, terms, privacy and settings, directly or in one step', async () => {
  const him = await testServer.member()
  const her = await testServer.member({ gender: 'woman' })
  await acquaint(him, her)
  const read = async (path: string) =>
    readDocument((await testServer.call(path, { headers: { cookie: `__Host-session=${him.token}` } })).body)
  /** Also on pages that fill the window or show nothing but a purchase. */
  const everywhere = all.filter((address) => !address.includes('#'))
  const leads = (page: Document) => all.every((address) => page.links(address).length > 0)
  const pages = new Map<string, Document>()
  for (const path of memberPages(her.session.angelId)) pages.set(path, await read(path))
  const direct = [...pages].filter(([, page]) => leads(page)).map(([path]) => path)
  expect(direct).toEqual(
    expect.arrayContaining(['/find', '/match', '/notifications', '/settings/preferences', '/credits']),
  )
  const lost = [...pages].filter(([, page]) => !leads(page) && !direct.some((path) => page.links(path).includes(path)))
  expect(lost.map(([path]) => path)).toEqual([])
  for (const [path, page] of pages)
    expect([path, everywhere.filter((address) => page.links(address).length === 0)]).toEqual([path, []])
  const settings = await read('/settings/preferences')
  // Language and theme, also in the footer of wide screens.
  expect(settings.links('/settings/preferences?lang=')).toHaveLength(7)
  for (const path of direct) {
    const languages = ['es', 'fr', 'en'].map((language) => `${path}?lang=${language}`)
    expect(pages.get(path)?.links(`${path}?lang=`)).toEqual(expect.arrayContaining(languages))
  }
  expect(settings.forms).toContainEqual(expect.objectContaining({ action: '/preferences', button: ['theme', 'dark'] }))
})

test('the navigation leads to the search, the deck, or both, and a page that is not in it to the other one', async () => {
  const { db } = testServer.database
  const [both, hers, compliant] = [
    await testServer.member(),
    await testServer.member({ gender: 'woman' }),
    await testServer.member(),
  ]
  await db.updateTable('members').set({ flow_id: '0000' }).where('id', '=', compliant.session.angelId).execute()
  /** In the top bar and in the bottom menu, in order. */
  const items = async ({ token }: TestMember) => {
    const { body } = await testServer.call('/notifications', { headers: { cookie: `__Host-session=${token}` } })
    const menus = [...body.matchAll(/<nav[^>]* aria-label="Menu">(.*?)<\/nav>/gs)]
    return menus.map(([, menu]) => [...menu.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))
  }
  const rest = ['/chats', '/notifications']
  const menusWith = (...people: string[]) => [
    [...people, ...rest, '/vip_plan/cred'],
    [...people, ...rest, '/profile'],
  ]
  expect(await items(both)).toEqual(menusWith('/find', '/match'))
  expect(await items(hers)).toEqual(menusWith('/find'))
  expect(await items(compliant)).toEqual(menusWith('/find'))
  const match = await testServer.call('/match', { headers: { cookie: `__Host-session=${compliant.token}` } })
  expect([match.status, match.headers.get('location')]).toEqual([302, '/find'])
})

test('the navigation of a member includes its counts', async () => {
  const him = await testServer.member()
  const her = await testServer.member({ gender: 'woman' })
  await acquaint(him, her)
  const open = async () => {
    const { body } = await testServer.call('/find', { headers: { cookie: `__Host-session=${her.token}` } })
    return /<span[^>]*>(Chat, \d+ da leggere)<\/span>/.exec(body)?.[1]
  }
  const { body } = await testServer.call(`/api/get/all/${her.session.clickid}`, { token: her.token })
  expect(body.undreadedMessages).toBeGreaterThan(0)
  expect(await open()).toBe(`Chat, ${body.undreadedMessages} da leggere`)
})

test('the own profile comes with what is missing from it, so that nothing below moves', async () => {
  const him = await testServer.member()
  const { body } = await testServer.call('/profile', { headers: { cookie: `__Host-session=${him.token}` } })
  const document = readDocument(body)
  const missing = ['name', 'photo', 'intent', 'prompt', 'interests'].filter(
    (id) => document.links(`/start?step=${id}`).length > 0,
  )
  // He signed up with a name.
  expect(missing).toEqual(['photo', 'intent', 'prompt', 'interests'])
})

test('a page of the list with one member stays, one after the last leads to the first, and one that is none is the first', async () => {
  const region = 'Molise'
  const him = await testServer.member({ region })
  for (let place = 0; place < 13; place += 1) await testServer.member({ gender: 'woman', region })
  const visitor = openVisitor(testServer)
  visitor.signIn(him.token)
  const read = async (query: string) => {
    const page = await visitor.open(`/find${query}`)
    return {
      leadsTo: page.path + page.url.search,
      members: page.links('/user/').length,
      isFirst: !/ Pagina \d/.test(page.words),
    }
  }
  const first = await read('')
  expect(first).toEqual({ leadsTo: '/find', members: expect.any(Number), isFirst: true })
  const second = await read('?page=2')
  expect(second).toMatchObject({ leadsTo: '/find?page=2', isFirst: false })
  expect(second.members * 12).toBe(first.members)
  expect(await read('?page=3')).toEqual(first)
  for (const none of ['0', '-1', '1.5', 'x', '', '100001', '9'.repeat(40)])
    expect(await read(`?page=${none}`)).toEqual({ ...first, leadsTo: `/find?page=${none}` })
  // The free pages end before the list's last page is asked for.
  expect(await read('?page=6')).toMatchObject({ leadsTo: '/find?page=6', members: 0 })
})

test('each missing step of the profile names what it brings, where that was measured', async () => {
  const him = await testServer.member()
  const { body } = await testServer.call('/profile', { headers: { cookie: `__Host-session=${him.token}` } })
  const words = String(body).replaceAll(/<[^>]*>/g, '')
  const brings = 'ha ricevuto qui 2,4 volte i primi messaggi di chi'
  expect(words.split(brings).length - 1).toBe(3)
  for (const sentence of [
    `Chi ha una foto ${brings} non ce l’ha.`,
    `Chi ha risposto a una domanda ${brings} non lo ha fatto.`,
    `Chi dice che cosa cerca ${brings} non lo dice.`,
  ])
    expect(words).toContain(sentence)
})
