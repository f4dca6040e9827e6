import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { checkAudit } from '#server/commands/audit-check.ts'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

/** Its photos are looked at before others see them. */
const [brand, host] = ['battito', 'battito.localhost']
const [members, photosEach] = [8, 4]
const photos = members * photosEach
const decided = photos - 2

interface Watched {
  readonly drawn: number[]
}

/** In the page: how many milliseconds after the last key another photo was painted, for each. */
function watchPhotos(): void {
  const drawn: number[] = []
  let pressed: { readonly at: number; readonly src: string | undefined } | undefined
  const photo = () => document.querySelector<HTMLImageElement>('main figure img')
  addEventListener('keydown', ({ timeStamp }) => (pressed = { at: timeStamp, src: photo()?.src }), true)
  const look = () => {
    const now = photo()
    if (pressed && now && now.src !== pressed.src && now.complete && now.naturalWidth > 0) {
      drawn.push(performance.now() - pressed.at)
      pressed = undefined
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  Object.assign(window, { drawn } satisfies Watched)
}

const figure = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('+ dd').textContent()
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await product.testServer.database.pool.query(query, values)).rows as T[]

test('thirty photos are decided by keys alone, the next one is ready, and each decision stands once with its reasons and its entry', async () => {
  const { testServer } = product
  const owners = await Promise.all(Array.from({ length: members }, () => testServer.member({ host })))
  await Promise.all(
    owners.map(async (member, place) => {
      for (let n = 0; n < photosEach; n += 1) {
        const { status } = await upload(testServer, member, await jpeg(place * photosEach + n + 1), { host })
        expect(status).toBe(200)
      }
    }),
  )

  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path: '/',
    brands: [brand],
  })
  await context.addInitScript(watchPhotos)
  const decisions: { readonly id: string; readonly body: { readonly verdict: string; readonly reason?: string } }[] = []
  let opened = 0
  page.on('request', (request) => {
    const [, id] = /\/cases\/([^/]+)\/decide$/.exec(request.url()) ?? []
    if (id !== undefined) decisions.push({ id, body: request.postDataJSON() })
  })
  page.on('response', (response) => {
    if (response.url().includes('/files/') && response.ok()) opened += 1
  })
  await page.goto(product.at(`/${brand}/queue`, 'admin.localhost'))
  await page.locator('main figure img').waitFor()
  expect(await figure(page, 'Waiting')).toBe(String(photos))
  expect(await figure(page, 'Oldest')).toMatch(/\S/)
  await picture(page, 'photo-queue')

  /** How often another photo was drawn; each time after a key. */
  let seen = 0
  const next = () => page.waitForFunction((count) => (window as unknown as Watched).drawn.length >= count, (seen += 1))
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await next()
  }
  const sent = (count: number) => expect.poll(() => decisions.length, polling).toBe(count)

  // Nothing of what comes next is waited for: the server answers later.
  await expect.poll(() => opened, polling).toBe(2)
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/cases/**', (route) => answers.then(() => route.continue()))
  await press('a')
  expect(opened).toBe(2)
  answer()
  await page.getByText('Decided. It takes effect in a few seconds.').waitFor()

  // Left to a colleague, handed to the owners, and one taken back at once and decided otherwise.
  await press('j')
  await press('e')
  await press('r', '1')
  await press('z')
  await press('a')
  await sent(3)
  const [undone] = decisions.slice(1)
  expect(decisions.at(-1)).toEqual({ id: undone?.id, body: { verdict: 'approve' } })
  // A key that is hit twice decides one photo.
  await page.evaluate(() => {
    for (let n = 0; n < 2; n += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  })
  await next()
  await sent(4)
  for (let n = 3; n < decided - 1; n += 1) await press(...(n % 3 === 0 ? ['r', '2'] : ['a']))
  await page.keyboard.press('a')
  await page.getByText('Nothing waits').waitFor()
  // A part of the decisions is looked at again: that waits, too.
  const open = () => rowsOf<{ n: string }>("select count(*)::text as n from cases where state = 'open'")
  await expect.poll(async () => (await open())[0]?.n === (await figure(page, 'Waiting')), polling).toBe(true)
  expect(new Set(decisions.map(({ id }) => id)).size).toBe(decided)

  const closed = "select count(*)::int as n from cases where kind = 'photo' and state = 'closed'"
  await expect.poll(() => rowsOf(closed), { ...polling, timeout: 40_000 }).toEqual([{ n: decided }])
  const last = new Map(decisions.map(({ id, body }) => [id, body]))
  const stands = await rowsOf<{ id: string; state: string; decisions: string[]; reasons: number; entries: number }>(
    `select c.id, p.state,
       array(select coalesce(d.reason, d.verdict) from moderation_decisions d where d.subject_id = p.id) as decisions,
       (select count(*)::int from restrictions x where x.case_id = c.id and x.content_id = p.id and x.facts <> '') as reasons,
       (select count(*)::int from audit_entries e where e.action = 'case_decided' and e.subject_id = c.id::text) as entries
     from cases c join member_photos p on p.id = c.subject_id where c.kind = 'photo' and c.state = 'closed'`,
  )
  expect(stands).toHaveLength(decided)
  for (const one of stands) {
    const { verdict, reason } = last.get(one.id) ?? { verdict: 'none' }
    expect(one).toEqual({
      id: one.id,
      state: verdict === 'approve' ? 'approved' : 'refused',
      decisions: [reason ?? 'approved'],
      reasons: verdict === 'approve' ? 0 : 1,
      entries: one.id === undone?.id ? 2 : 1,
    })
  }
  const refused = stands.filter(({ state }) => state === 'refused').length
  expect(refused).toBeGreaterThan(5)
  expect(await rowsOf("select count(*)::int as n from emails where kind = 'photo-refused'")).toEqual([{ n: refused }])
  expect(
    await rowsOf(
      "select action, count(*)::int as n from audit_entries where action in ('case_undone', 'case_escalated', 'case_file_opened') group by 1 order by 1",
    ),
  ).toEqual([
    { action: 'case_escalated', n: 1 },
    { action: 'case_file_opened', n: photos },
    { action: 'case_undone', n: 1 },
  ])
  expect((await checkAudit([], testServer.database.db)).ok).toBe(true)

  await page.reload()
  await expect.poll(() => figure(page, 'Decided in 30 days'), polling).toBe(String(decided))
  expect(await figure(page, 'Waiting')).toBe((await open())[0]?.n)
  expect(await figure(page, 'Median')).toMatch(/^\d+ min$/)

  const owner = await openConsole(product, { role: 'owner', name: 'Grace', path: `/${brand}/queue`, brands: [brand] })
  await owner.page.getByText('Handed to the owners', { exact: true }).first().waitFor()
  expect([...problems, ...owner.problems]).toEqual([])
  await Promise.all([context.close(), owner.context.close()])
})
