import { encodeRed } from '@incontro/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { invitationFor } from '#test/support/invitation.ts'
import { withRefusals } from './parts/page-problems.ts'
import { faults } from './parts/axe.ts'
import { openVisitor, signIn, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

/* Signing in by links of emails. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** Waits for an email to an address and returns the link in the newest one that leads to a page. */
async function linkOf(address: string, page: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => (found = (await product.testServer.mailTo(address)).links.find((link) => link.includes(page))),
      polling,
    )
    .toBeTruthy()
  return found ?? ''
}
const eventsOf = async (memberId: string) =>
  (
    await product.testServer.database.db
      .selectFrom('member_events')
      .select('detail')
      .where('member_id', '=', memberId)
      .execute()
  ).map(({ detail }) => detail)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('the welcome email signs in once, and offers a new link the second time', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.phone)
  const member = await product.testServer.registeredMember()
  const link = await linkOf(member.email, '/autologin')
  await page.goto(link)
  await page.waitForURL('**/profile')
  expect(await page.evaluate(() => localStorage.getItem('trackerId'))).toBe(member.session.clickid)
  expect(await eventsOf(member.session.angelId)).toEqual([{ type: 'email', event: 'login' }])
  // For a signed-in member, the same link only redirects.
  await page.goto(link)
  await page.waitForURL('**/profile')

  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('alert').waitFor()
  expect(await heading(page).innerText()).toBe('Questo link non vale più')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Mandami un link nuovo' }).click()
  await page.getByRole('status').filter({ hasText: 'Controlla la posta' }).waitFor()
  let renewed = ''
  await expect.poll(async () => (renewed = await linkOf(member.email, '/autologin')), polling).not.toBe(link)
  await page.goto(renewed)
  await page.waitForURL('**/profile')
  expect(withRefusals(problems)).toEqual(['401 /api/users/autoLogin'])
  await context.close()
})

test('a foreign target, another member’s browser and a disabled account', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.desktop)
  const [owner, other] = [
    await product.testServer.registeredMember({ form: { username: 'Olivia' } }),
    await product.testServer.registeredMember({ form: { username: 'Bruno' } }),
  ]
  const link = new URL(await linkOf(owner.email, '/autologin'))
  link.searchParams.set('red', encodeRed('//evil.example/find'))

  // Another member is signed in: nothing happens until they confirm.
  await signIn(product, context, other)
  await page.goto(link.href)
  await page.getByRole('link', { name: 'Resta con Bruno' }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Usa il link' }).click()
  await page.waitForURL(product.at('/find'))
  await page.goto(product.at('/profile'))
  await page.getByText('Olivia').first().waitFor()

  // Leave the page, so that it sends no requests without its session.
  await page.goto('about:blank')
  await context.clearCookies()
  await product.testServer.database.db
    .updateTable('members')
    .set({ state: 'deactivated' })
    .where('id', '=', other.session.angelId)
    .execute()
  await page.goto(await linkOf(other.email, '/autologin'))
  await page.getByRole('alert').filter({ hasText: 'Il tuo profilo è disattivato' }).waitFor()
  expect((await context.cookies()).filter(({ name }) => name === '__Host-session')).toEqual([])
  expect(withRefusals(problems)).toEqual(['403 /api/users/autoLogin'])
  await context.close()
})

/** Fills in the form of an invitation. */
async function fillInvited(page: Page): Promise<void> {
  await page.locator('label', { has: page.locator('input[name=sono][value=donna]') }).click()
  await page.locator('label', { has: page.locator('input[name=cerco][value=uomo]') }).click()
  await page.locator('#age').selectOption('41')
  await page.locator('#region').selectOption('Lazio')
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
}

test('an invitation registers a confirmed member and redirects', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.phone)
  const email = 'invited@person.example.com'
  const link = product.at(await invitationFor(product.testServer, email))
  await page.goto(link)
  await page.getByText(email).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  const faultLinks = page.getByRole('alert').getByRole('link')
  await expect
    .poll(() => faultLinks.evaluateAll((links) => links.map((one) => one.getAttribute('href'))), polling)
    .toEqual(['#sono', '#cerco', '#age', '#region', '#terms1'])
  await fillInvited(page)
  await page.waitForURL('**/notifications')
  const { rows } = await product.testServer.database.pool.query(
    'select email_confirmed_at is not null as confirmed, password_hash from members where email = $1',
    [email],
  )
  expect(rows).toEqual([{ confirmed: true, password_hash: null }])

  // An open page would send requests without its session.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Questo invito non vale più' }).waitFor()
  expect(await page.getByText(email).count()).toBe(0)
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})
