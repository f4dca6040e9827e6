import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { strangeColours } from './parts/colours.ts'
import { openConsole } from './parts/console.ts'
import { layoutFaultsHere } from './parts/layout.ts'
import { inTheme, settled } from './parts/pages.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const phone = { width: 390, height: 844 }
const sizes = [phone, { width: 820, height: 1180 }, { width: 1280, height: 800 }, { width: 1440, height: 900 }]

async function reported(text: string): Promise<string> {
  const { testServer } = product
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await testServer.database.db
    .updateTable('members')
    .set({ about: 'Mi piacciono le passeggiate lunghe e i libri. '.repeat(12) })
    .where('id', '=', her.session.angelId)
    .execute()
  const { status } = await testServer.call('/api/report', {
    token: him.token,
    body: { angelId: her.session.angelId, reason: 'harassment', text },
  })
  expect(status).toBe(200)
  return her.session.angelId
}

test('every page of the console is complete and in its place on every screen', async () => {
  const { context, page, problems } = await openConsole(product, {
    role: 'owner',
    name: 'Ada',
    path: '/local/members',
    viewport: { width: 1440, height: 900 },
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Console', includeHidden: true })
  const paths = await menu
    .locator('a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(paths.length).toBeGreaterThan(14)
  const found: string[] = []
  for (const path of paths) {
    await page.goto(product.at(path, 'admin.localhost'))
    await settled(page)
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      const note = (seen: readonly string[]) =>
        found.push(...seen.map((fault) => `${path} at ${viewport.width}: ${fault}`))
      note(await layoutFaultsHere(page))
      // What is on a page between the smallest and the widest is on those, too: only its place differs.
      if (viewport.width !== 390 && viewport.width !== 1440) continue
      note(await faults(page))
      // The dark theme differs in its colours alone.
      await inTheme(page, 'dark')
      note(await strangeColours(page))
      await inTheme(page, 'light')
    }
  }
  expect(found).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('a report is decided on a phone: the decisions are at hand whatever is read, and nothing lies below them', async () => {
  const memberId = await reported('Mi ha insultata')
  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Grace',
    path: '/local/queue',
    viewport: phone,
  })
  await page.getByText('Mi ha insultata').waitFor()
  const warn = page.getByRole('button', { name: 'Warn' })
  const isAtHand = async () => {
    const box = await warn.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= phone.height
  }
  expect(await isAtHand()).toBe(true)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  expect(await isAtHand()).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
  expect(await faults(page)).toEqual([])
  expect(await layoutFaultsHere(page)).toEqual([])
  await picture(page, 'queue-phone')

  await page.getByRole('button', { name: 'What waits' }).tap()
  await page.getByRole('region', { name: 'What waits' }).getByRole('link', { name: 'A report' }).waitFor()
  await picture(page, 'queue-phone-list')
  await page.getByRole('button', { name: 'What waits' }).tap()

  await warn.tap()
  await page.getByRole('button', { name: 'Decide' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'queue-phone-warn')
  await page.getByRole('button', { name: 'Decide' }).tap()
  await page.getByText('Decided. It takes effect in a few seconds.').waitFor()
  await expect
    .poll(
      async () =>
        (
          await product.testServer.database.db
            .selectFrom('restrictions')
            .select('kind')
            .where('member_id', '=', memberId)
            .execute()
        ).map(({ kind }) => kind),
      { ...polling, timeout: 30_000 },
    )
    .toEqual(['warning'])
  expect(problems).toEqual([])
  await context.close()
})
