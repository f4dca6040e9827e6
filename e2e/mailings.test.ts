import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('a newsletter is written, previewed, tested, approved by a colleague, taken back by an edit, and stopped', async () => {
  const writer = await openConsole(product, { role: 'marketing', name: 'Mara', path: '/local/mailings' })
  const { page } = writer
  await page.getByRole('heading', { name: 'Mailings', exact: true }).waitFor()
  await page.keyboard.press('n')
  const begin = page.getByRole('dialog')
  await begin.getByLabel('Name').fill('Winter walks')
  await begin.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('heading', { name: 'Winter walks' }).waitFor()

  for (const [tab, subject] of [
    ['Italian', 'Passeggiate d’inverno'],
    ['Spanish', 'Paseos de invierno'],
    ['French', 'Promenades d’hiver'],
    ['English', 'Winter walks near you'],
  ] as const) {
    const language = page
      .getByRole('button', { name: tab })
      .or(page.getByRole('tab', { name: tab }))
      .first()
    if ((await language.count()) === 0) continue
    await language.click()
    await page.getByLabel(`Subject in ${tab}`).fill(subject)
    const body = page.getByLabel(`Text in ${tab}`)
    await body.fill('{what}')
    await page.getByText('{what} can’t be filled in').waitFor()
    await body.fill('{name},\n\nvieni a camminare con noi.')
  }
  await page.getByRole('button', { name: 'Save' }).click()
  const frame = page.frameLocator('iframe').first()
  await frame.getByText('vieni a camminare con noi').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await page.getByText('The test is on its way').waitFor()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('a colleague of marketing or an owner approves it').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const approver = await openConsole(product, { role: 'owner', name: 'Olga', path: new URL(page.url()).pathname })
  const decide = async () => {
    await approver.page.getByRole('button', { name: 'Approve' }).click()
    const dialog = approver.page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Read in every language')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await approver.page.getByText('It begins within a minute.').waitFor()
  }
  await decide()

  // An edit takes the approval away: what goes out is exactly what a second person read.
  await page.reload()
  await page.getByLabel('Name').fill('Winter walks, again')
  await page.getByText('Saving takes the approval away.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByText('a colleague of marketing or an owner approves it').waitFor()
  await approver.page.reload()
  await decide()
  await page.reload()
  await page.getByRole('button', { name: 'Stop' }).click()
  const stop = page.getByRole('dialog')
  await stop.getByLabel('Reason').fill('The walk was called off')
  await stop.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped', { exact: true }).waitFor()
  // The mail in the preview shows the icon from the brand's own address, which no test has.
  const isIcon = (problem: string) => problem.includes('incontro.example/brand/icon.png')
  expect([...writer.problems, ...approver.problems].filter((problem) => !isIcon(problem))).toEqual([])
  for (const one of [writer, approver]) await one.context.close()
})

test('a request about personal data is recorded, extended and closed by keys and dialogs', async () => {
  const member = await product.testServer.member()
  const { page, context, problems } = await openConsole(product, {
    role: 'support',
    name: 'Grace',
    path: '/local/privacy',
  })
  await page.getByText('No request is open').waitFor()
  await page.keyboard.press('n')
  const record = page.getByRole('dialog')
  await record.getByLabel('What is asked').selectOption('erasure')
  await record.getByLabel('Address or id of the account').fill('nobody@example.org')
  await record.getByLabel('What they wrote').fill('Please delete everything.')
  await record.getByLabel('Reason').fill('Mail of today')
  await record.getByRole('button', { name: 'Record' }).click()
  await record.getByText('No member, photo or review of the brand has this address or id.').waitFor()
  await record.getByLabel('Address or id of the account').fill(member.session.angelId)
  await record.getByRole('button', { name: 'Record' }).click()
  await record.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: /Please delete everything/ })
  expect(await faults(page)).toEqual([])
  await row.getByRole('button', { name: 'Extend' }).click()
  const extend = page.getByRole('dialog')
  await extend.getByLabel('Why, as it was said to the person').fill('Many archives')
  await extend.getByLabel('Reason').fill('Many archives')
  await extend.getByRole('button', { name: 'Take two months more' }).click()
  await row.getByText('Extended: Many archives').waitFor()
  expect(await row.getByRole('button', { name: 'Extend' }).count()).toBe(0)
  await row.getByRole('button', { name: 'Close' }).click()
  const close = page.getByRole('dialog')
  await close.getByLabel('How you made sure who asks').selectOption('address')
  await close.getByLabel('What was answered').fill('Everything is deleted.')
  await close.getByLabel('Reason').fill('Done in the file')
  await close.getByRole('button', { name: 'Done' }).click()
  await page.getByText('No request is open').waitFor()
  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByText('Everything is deleted.').waitFor()
  await page.getByRole('link', { name: 'What was deleted' }).click()
  await page.getByText('daily_picks').waitFor()
  expect(await faults(page)).toEqual([])
  // The address that no member has.
  expect(problems.filter((problem) => !problem.includes('400 (Bad Request)'))).toEqual([])
  await context.close()
})
