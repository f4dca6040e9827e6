import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailWith } from '#server/modules/accounts/testing/mail.ts'
import { stopAddress } from '#server/modules/outreach/index.ts'
import { deriveKeys } from '#server/platform/ids.ts'
import { faults } from './parts/axe.ts'
import { settled } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { password } from './parts/sign-up.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const linkTo = async (address: string, path: string) =>
  (await mailWith(product.testServer, address, path)).links.find((link) => new URL(link).pathname === path) ?? ''
const stateOf = async (id: string) =>
  (await product.testServer.database.db.selectFrom('members').select('state').where('id', '=', id).executeTakeFirst())
    ?.state
const expectNoFaults = async (page: Page) => expect(await faults(page), page.url()).toEqual([])
/** Ignores the refusals that are under test, and the storage error of an empty page. */
const unexpected = (problems: readonly string[]) => problems.filter((problem) => !/40[13]|^about:blank/.test(problem))
const signIn = async (page: Page, email: string) => {
  await page.goto(product.at('/login'))
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await button(page, 'Accedi').click()
}

test('an address changes by its link, and the old address can undo it', async () => {
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  // An old link leads to the page that has the part now.
  await page.goto(product.at('/profile#email'))
  await page.waitForURL(product.at('/settings/security#email'))
  await button(page, 'Cambia email').click()
  const dialog = page.getByRole('dialog', { name: 'Cambia email' })
  await dialog.getByLabel('Nuovo indirizzo').fill(member.email)
  await dialog.getByRole('button', { name: 'Mandami il link' }).click()
  await dialog.getByRole('alert').getByText('È lo stesso indirizzo di prima.').waitFor()
  await expectNoFaults(page)
  const to = `moved.${member.email}`
  await dialog.getByLabel('Nuovo indirizzo').fill(to)
  await dialog.getByLabel('La tua password').fill(password)
  await dialog.getByRole('button', { name: 'Mandami il link' }).click()
  await page.getByText(`Abbiamo scritto a ${to}`).waitFor()

  // Opening the link changes nothing; the button does.
  const mailbox = await openVisitor(product, sizes.phone)
  await mailbox.page.goto(await linkTo(to, '/confirmNewEmail'))
  await page.reload()
  await page.locator('#email').getByText(member.email, { exact: true }).waitFor()
  await button(mailbox.page, 'Usa questo indirizzo').click()
  await mailbox.page.getByRole('heading', { name: 'Indirizzo cambiato' }).waitFor()
  await page.reload()
  await page.locator('#email').getByText(to, { exact: true }).waitFor()

  await mailbox.page.goto(await linkTo(member.email, '/undoEmailChange'))
  await expectNoFaults(mailbox.page)
  await button(mailbox.page, 'Rimetti questo indirizzo').click()
  await mailbox.page.getByRole('heading', { name: 'Il profilo è di nuovo tuo' }).waitFor()
  await page.waitForURL(product.at('/'))
  await linkTo(member.email, '/resetPassword')
  await mailbox.page.goto(await linkTo(member.email, '/undoEmailChange'))
  await button(mailbox.page, 'Rimetti questo indirizzo').click()
  await mailbox.page.getByRole('heading', { name: 'Questo link non vale più' }).waitFor()
  expect([...problems, ...mailbox.problems]).toEqual([])
  await Promise.all([context.close(), mailbox.context.close()])
})

test('a member whose mail comes back is asked for another address, or confirms this one', async () => {
  const { testServer } = product
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  const keys = { addressKeys: deriveKeys([testServer.config.secretKey], 'mail suppressions') }
  const at = new Date()
  await testServer.database.db
    .transaction()
    .execute((tx) => stopAddress(tx, keys, { brandId: 'local', address: member.email, at, mailedAt: at }))
  await page.goto(product.at('/find'))
  const notice = page.getByRole('status').filter({ hasText: 'tornano indietro' })
  await notice.getByText(member.email).waitFor()
  await expectNoFaults(page)
  await notice.getByRole('link', { name: 'Cambia indirizzo' }).click()
  await page.waitForURL(product.at('/settings/security#email'))
  await button(page, 'Cambia email').waitFor()

  await button(page, 'È giusto: riprova').click()
  await page.getByText('Se arriva, apri il link').waitFor()
  const mailbox = await openVisitor(product, sizes.phone)
  await mailbox.page.goto(await linkTo(member.email, '/confirmNewEmail'))
  await button(mailbox.page, 'Usa questo indirizzo').click()
  await mailbox.page.getByRole('heading', { name: 'Indirizzo cambiato' }).waitFor()
  await page.reload()
  await button(page, 'Cambia email').waitFor()
  await settled(page)
  expect(await notice.count()).toBe(0)
  expect([...problems, ...mailbox.problems]).toEqual([])
  await Promise.all([context.close(), mailbox.context.close()])
})

test('a deactivated profile is announced in every tab, cleared from the browser, and cannot sign in', async () => {
  const { page, member, problems, context } = await openMember(product)
  const other = await context.newPage()
  const script = Promise.withResolvers<void>()
  await page.route(/\/entry\.client-[^/]+\.js$/, (route) => script.promise.then(() => route.continue()))
  await Promise.all([
    page.goto(product.at('/settings/account'), { waitUntil: 'commit' }),
    other.goto(product.at('/find')),
  ])
  await other.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate(() => localStorage.setItem('like', 'x'))
  // Pressed before the button's script has loaded.
  await button(page, 'Disattiva').click()
  script.resolve()
  const dialog = page.getByRole('dialog', { name: 'Disattivare il profilo?' })
  await dialog.waitFor()
  await expectNoFaults(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => button(page, 'Disattiva').evaluate((element) => element === document.activeElement), polling)
    .toBe(true)
  await button(page, 'Disattiva').click()
  await dialog.getByRole('button', { name: 'Disattiva il profilo' }).click()
  await page
    .getByRole('alertdialog', { name: 'Il tuo profilo è disattivato' })
    .getByText('Ti abbiamo scritto')
    .waitFor()
  await other.getByRole('alertdialog', { name: 'Il tuo profilo è disattivato' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length), polling).toBe(0)
  expect(await stateOf(member.session.angelId)).toBe('deactivated')
  await page.waitForURL(product.at('/'), { timeout: 8000 })
  await signIn(page, member.email)
  await page.getByRole('alert').getByRole('link', { name: /@/ }).waitFor()
  expect(unexpected(problems)).toEqual([])
  await context.close()
})

test('a deletion requires a typed word and the password, and is cancelled at sign-in', async () => {
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  await page.goto(product.at('/settings/account'))
  await button(page, 'Elimina').click()
  const dialog = page.getByRole('dialog', { name: 'Eliminare il profilo?' })
  await dialog.getByLabel('La tua password').fill('non è questa')
  await dialog.getByRole('button', { name: 'Elimina il profilo' }).click()
  await dialog.getByText('Scrivi ELIMINA, così sappiamo che non è uno sbaglio.').waitFor()
  await expectNoFaults(page)
  await dialog.getByLabel('Per confermare scrivi ELIMINA').fill('elimina')
  await dialog.getByRole('button', { name: 'Elimina il profilo' }).click()
  await dialog.getByRole('alert').getByText('La password non è giusta.').waitFor()
  expect(await stateOf(member.session.angelId)).toBe('active')
  await dialog.getByLabel('La tua password').fill(password)
  await dialog.getByRole('button', { name: 'Elimina il profilo' }).click()
  const closed = page.getByRole('alertdialog', { name: 'Il tuo profilo non si vede più' })
  await closed.getByText(/Lo eliminiamo (?:il |l’)\d+º? \w+ \d{4}/).waitFor()
  await closed.getByRole('button', { name: 'Va bene' }).click()
  await page.waitForURL(product.at('/'))

  // Enter signs in without cancelling the deletion.
  await signIn(page, member.email)
  await button(page, 'Tieni il profilo e accedi').waitFor()
  await expectNoFaults(page)
  await page.locator('#password').press('Enter')
  await expect.poll(() => stateOf(member.session.angelId), polling).toBe('deleting')
  await button(page, 'Tieni il profilo e accedi').click()
  await page.waitForURL('**/find')
  expect(await stateOf(member.session.angelId)).toBe('active')

  // The link in the email is no longer valid.
  await page.goto(await linkTo(member.email, '/cancelDeletion'))
  await button(page, 'Tieni il profilo').click()
  await page.getByRole('heading', { name: 'Questo link non vale più' }).waitFor()
  await settled(page)
  expect(unexpected(problems)).toEqual([])
  await context.close()
})
