import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffByCommand } from '#server/commands/staff.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { faults } from './parts/axe.ts'
import { recordProblems } from './parts/page-problems.ts'
import { picture } from './parts/picture.ts'
import { openBrowser } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const email = 'ada@console.example.com'
const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })

test('a first owner sets up the access, invites a colleague with a reason, finds it in the audit, and signs out', async () => {
  const origin = `http://admin.localhost:${new URL(server.url).port}`
  const { lines } = await staffByCommand(
    ['create', `--email=${email}`, '--name=Ada', '--brand=battito,vicino', '--roles=owner'],
    {
      db: server.database.db,
      brandKeys: ['battito', 'vicino'],
      console: { host: new URL(origin).host, origin },
      clock: () => new Date(),
      user: 'root',
    },
  )
  const member = await server.member({ host: 'battito.localhost' })
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  const { problems } = recordProblems(context)
  const page = await context.newPage()
  const press = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact }).first().click()

  // The link's token never reaches a server's log.
  await page.goto(lines.at(-1) ?? '')
  await page.getByRole('heading', { name: 'Welcome to the console' }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByLabel('Password').fill('a long sentence of mine')
  await press('Continue')
  await press('Use an app with codes')
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
  await picture(page, 'enrol')
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your app').fill(codeOf(secret))
  await press('Confirm')
  await page.getByRole('button', { name: 'I have kept them' }).waitFor()
  expect(await page.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/).count()).toBe(10)
  await press('I have kept them')

  await page.getByRole('heading', { name: 'Members' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/all/members')
  await page.getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('heading', { name: 'Staff' }).waitFor()
  // A row for each brand, by a request for each.
  await page.getByText(email).nth(1).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'staff')
  await page.keyboard.press('i')
  await page.getByLabel('Email').fill('grace@console.example.com')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Reason').fill('Starts in support today')
  expect(await faults(page)).toEqual([])
  await picture(page, 'invite')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await page.getByText('The invitation is on its way to grace@console.example.com.').waitFor()
  await page.getByText('Grace Hopper').waitFor()
  expect((await server.mailTo('grace@console.example.com')).text).toContain('/link#')

  // By keys alone: the help, the palette, and two keys to a page.
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Audit').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type('vici')
  await page.getByRole('menuitem', { name: 'Brand: Vicino' }).waitFor()
  await picture(page, 'palette')
  // The first empties the field.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'Audit' }).waitFor()
  await page.getByText('No entries yet').waitFor()
  await page.getByText('Staff', { exact: true }).last().click()
  await page.getByText('Starts in support today').waitFor()
  expect(await faults(page)).toEqual([])
  await page.goto(`${origin}/battito/health`)
  await page.getByText('Version of the pages').waitFor()
  await page.getByRole('heading', { name: 'Slow statements' }).waitFor()
  // The invitation went through the relay; no payment provider was called, and no restore proved.
  await page.getByRole('row', { name: /^Mail relay Answers/ }).waitFor()
  await page.getByRole('row', { name: /^Mollie Payments Not called yet/ }).waitFor()
  await page.getByText('All services have answered').waitFor()
  await page.getByRole('row', { name: /^Last restore that was checked Never Nobody knows .*npm run restore/ }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'health')
  await page.goto(`${origin}/account`)
  await page.getByText('10 recovery codes left').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'account')

  // A member is found by the address, in whichever brand; the file opens with the reason of the search.
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type(member.email)
  await page.getByRole('menuitem', { name: `Members: find “${member.email}”` }).click()
  expect(await page.getByLabel('Email, name, phone, order, id, browser or network').inputValue()).toBe(member.email)
  await page.getByLabel('Reason').fill('Ticket 12: asked for a gift')
  await press('Find')
  await page.getByRole('heading', { name: 'Changes of the account' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'member')
  await page.keyboard.press('c')
  await page.getByLabel('Reference').fill('T-12')
  await page.getByLabel('Reason').fill('Goodwill')
  await page.getByRole('dialog').getByRole('button', { name: 'Grant credits' }).click()
  await page.getByRole('cell', { name: 'Credits granted' }).waitFor()
  await page.goto(`${origin}/battito/audit`)
  await page.getByText('Goodwill').waitFor()
  await page.getByText('Ticket 12: asked for a gift').first().waitFor()
  const granted = page.getByRole('row', { name: /Credits granted/ }).first()
  await granted.getByText(/^#\d+$/).click()
  // What the details say and are called, in words.
  await granted.getByText('Of what').waitFor()
  await granted.getByText('Message credits').waitFor()
  await picture(page, 'audit')
  await granted.getByRole('link').first().click()
  await page.waitForURL(/staff=/)
  // The address changes before the page does.
  await expect.poll(() => page.getByLabel('Colleague').locator('option:checked').textContent(), polling).toBe('Ada')
  // By an action as well, then by days before there was anything.
  await page.getByLabel('Action').selectOption({ label: 'Credits granted' })
  await page.waitForURL(/action=credits_granted/)
  // Until the entries of the other actions are gone.
  await expect.poll(() => page.getByRole('row').count(), polling).toBe(2)
  await page.getByRole('row', { name: /Credits granted/ }).waitFor()
  await page.getByLabel('To').fill('2020-01-01')
  await page.getByLabel('To').press('Enter')
  await page.getByText('No entry is like this').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'audit-narrowed')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Goodwill').waitFor()

  // An hour later the proof has expired, and is asked for where it is needed.
  await server.database.db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(Date.now() - 3_600_000) })
    .execute()
  await page.goto(`${origin}/account`)
  await press('Make new ones')
  await page.getByRole('dialog', { name: 'Show your second factor again' }).waitFor()
  await page.getByLabel('Code from your app').fill(codeOf(secret, 30_000))
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await press('I have kept them')

  await press('Sign out')
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'sign-in')
  await page.goto(`${origin}/all/staff`)
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
  await context.close()
})
