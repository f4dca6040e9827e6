import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffMember } from '#test/support/console-client.ts'
import { checkAudit } from '#server/commands/audit-check.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { recordProblems, withRefusals } from './parts/page-problems.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const email = 'grace@console.example.com'

test('a colleague is invited, sets up an app, works, and leaves: the open pages say so, and the audit keeps the name', async () => {
  const { testServer } = product
  const { db } = testServer.database
  const member = await testServer.member()
  const owner = await openConsole(product, { role: 'owner', name: 'Ada', path: '/local/staff' })
  await owner.page.getByRole('button', { name: 'Has left' }).waitFor()
  await owner.page.keyboard.press('i')
  await owner.page.getByLabel('Email').fill(email)
  await owner.page.getByLabel('Name').fill('Grace')
  await owner.page.getByRole('dialog').getByRole('checkbox', { name: 'Support' }).check()
  await owner.page.getByLabel('Reason').fill('Starts today')
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await owner.page.getByText(`The invitation is on its way to ${email}.`).waitFor()

  // The brand's language is hers until she chooses another one.
  await db.updateTable('staff').set({ locale: 'en' }).where('email', '=', email).execute()

  // By the link of the mail: a password, an app with codes, and nothing before that.
  const [link = ''] = /\S+\/link#\S+/.exec((await testServer.mailTo(email)).text) ?? []
  const context = await product.browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(15_000)
  const { problems } = recordProblems(context)
  const page = await context.newPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await page.goto(link)
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Password').fill('a long sentence of hers')
  await press('Continue')
  await press('Use an app with codes')
  const key = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your app').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
  await press('Confirm')
  await press('I have kept them')
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  // The menu has what support may do.
  await page.getByRole('link', { name: 'Support', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Staff' }).count()).toBe(0)

  await page.getByLabel('Email, name, phone, order, id, browser or network').fill(member.email)
  await page.getByLabel('Reason').fill('Ticket 12')
  await press('Find')
  await page.getByRole('heading', { name: 'Changes of the account' }).waitFor()
  await page.getByLabel('New note').fill('Called back')
  await press('Add the note')
  await page.getByRole('listitem').filter({ hasText: 'Called back' }).waitFor()
  const other = await context.newPage()
  await other.goto(product.at('/local/support', 'admin.localhost'))
  await other.getByRole('heading', { name: 'Support' }).waitFor()

  const row = owner.page.getByRole('row', { name: /Grace Hopper/ })
  await owner.page.reload()
  await row.getByRole('button', { name: 'Has left' }).click()
  await owner.page.getByLabel('Reason').fill('Last day')
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Take the roles' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await faults(owner.page)).toEqual([])
  const sessions = db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff as p', 'p.id', 's.staff_id')
    .select('s.id')
    .where('p.email', '=', email)
  expect(await sessions.execute()).toEqual([])

  // What she does next in a page that is still open leads to the sign-in, which says why; nothing was done.
  await page.getByLabel('New note').fill('One more thing')
  await press('Add the note')
  await page.getByText('Your session has ended. Sign in again to go on.').waitFor()
  expect(await page.getByText(member.email).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await picture(page, 'session-ended')
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in to the console' }).waitFor()
  // Neither the password nor the app opens it again.
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a long sentence of hers')
  await press('Continue')
  await page.getByText('Address or password is wrong.').waitFor()
  expect(await db.selectFrom('member_notes').select('body').execute()).toEqual([{ body: 'Called back' }])

  await owner.page.keyboard.press('g')
  await owner.page.keyboard.press('a')
  await owner.page
    .getByRole('row', { name: /Grace Hopper/ })
    .filter({ hasText: 'Ticket 12' })
    .first()
    .waitFor()
  await picture(owner.page, 'audit-of-who-left')
  await owner.page.getByText('Staff', { exact: true }).last().click()
  await owner.page
    .getByRole('row', { name: /Grace Hopper/ })
    .filter({ hasText: 'Last day' })
    .waitFor()
  expect((await checkAudit([], db)).ok).toBe(true)
  expect(owner.problems).toEqual([])
  expect(withRefusals(problems).filter((one) => !one.startsWith('401 /admin/api/'))).toEqual([])
  await context.close()
  await owner.context.close()
})

test('roles that a colleague changed meanwhile are shown as they are now, and only then replaced', async () => {
  const { testServer } = product
  const person = await staffMember(testServer, { roles: ['support@local'], name: 'Edith' })
  const { context, page, problems } = await openConsole(product, { role: 'owner', name: 'Ada', path: '/local/staff' })
  const dialog = page.getByRole('dialog')
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Edith/ }).getByRole('button', { name: 'Roles' }).click()
  await box('Finance').check()
  await dialog.getByLabel('Reason').fill('Also looks after refunds')
  await testServer.database.db
    .insertInto('staff_roles')
    .values({ staff_id: person.id, brand_id: 'local', role: 'moderator', given_at: new Date() })
    .execute()
  await save()
  await dialog.getByText('A colleague changed these roles meanwhile. They are shown as they are now.').waitFor()
  expect([await box('Moderation').isChecked(), await box('Finance').isChecked()]).toEqual([true, false])
  expect(await faults(page)).toEqual([])
  await picture(page, 'roles-changed')
  await box('Finance').check()
  await save()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Edith.*Moderation/ }).waitFor()
  const roles = await testServer.database.db
    .selectFrom('staff_roles')
    .select('role')
    .where('staff_id', '=', person.id)
    .orderBy('role')
    .execute()
  expect(roles.map(({ role }) => role)).toEqual(['finance', 'moderator', 'support'])
  expect(withRefusals(problems)).toEqual([`409 /admin/api/local/staff/${person.id}/roles`])
  await context.close()
})

test.each([
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)('someone who works at one brand accepts or declines the roles at others %s', async (_, viewport) => {
  const { testServer } = product
  const { context, page, problems } = await openConsole(product, {
    role: 'support',
    name: 'Edith',
    path: '/account',
    viewport,
  })
  const { db } = testServer.database
  const { id, email: address } = await db
    .selectFrom('staff')
    .select(['id', 'email'])
    .where('name', '=', 'Edith')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Invitations' }).count()).toBe(0)
  for (const brand of ['battito', 'brisa']) {
    const owner = await staffMember(testServer, { roles: [`owner@${brand}`] })
    const body = { email: address, name: 'E.', roles: ['support', 'finance'], reason: 'Helps out' }
    expect((await owner.call(`/admin/api/${brand}/staff`, { body })).status).toBe(200)
  }
  // As the mail leads here.
  await page.goto(product.at('/account', 'admin.localhost'))
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await row('Battito').getByText('Support, Finance').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'invitations')
  await row('Battito').getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You work at Battito now.').waitFor()
  await row('Battito').waitFor({ state: 'detached' })
  await row('Brisa').getByRole('button', { name: 'Decline' }).click()
  await page.getByText('The invitation of Brisa is declined.').waitFor()
  await page.getByRole('heading', { name: 'Invitations' }).waitFor({ state: 'detached' })
  const roles = await db.selectFrom('staff_roles').select(['brand_id', 'role']).where('staff_id', '=', id).execute()
  expect(roles.map((one) => `${one.role}@${one.brand_id}`).toSorted()).toEqual([
    'finance@battito',
    'support@battito',
    'support@local',
  ])
  expect(problems).toEqual([])
  await context.close()
})

test('an invitation that waits is shown as one, sent again and revoked', async () => {
  const person = await staffMember(product.testServer, { roles: ['support@brisa'] })
  const { context, page, problems } = await openConsole(product, { role: 'owner', name: 'Ada', path: '/local/staff' })
  const owner = await staffMember(product.testServer, { roles: ['owner@local'] })
  const body = { email: person.email, name: 'Rosalind', roles: ['finance'], reason: 'Helps out' }
  expect((await owner.call('/admin/api/local/staff', { body })).status).toBe(200)
  await page.reload()
  const row = page.getByRole('row', { name: /Rosalind.*Finance.*Invited/ })
  await row.waitFor()
  await picture(page, 'invited')
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByLabel('Reason').fill('Did not get it')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await picture(page, 'invitation-revoked')
  await dialog.getByLabel('Reason').fill('A mistake')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await faults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
