import { afterAll, beforeAll, expect, test } from 'vitest'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { withRefusals } from './parts/page-problems.ts'
import { open } from './parts/pages.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const phone = { width: 390, height: 844 }
const save = async (member: TestMember, body: object): Promise<void> => {
  const { status } = await product.testServer.call(`/api/users/${member.session.clickid}`, {
    method: 'PUT',
    token: member.token,
    body,
  })
  expect(status).toBe(200)
}
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await product.testServer.database.pool.query(query, values)).rows as T[]

test('a text with contact details is decided on a phone as it reads now, and never as it read before', async () => {
  const her = await product.testServer.member({ gender: 'woman' })
  await save(her, { descrizione: 'Amo il mare e la montagna.' })
  await save(her, { descrizione: 'Amo il mare. Scrivimi al 333 123 4567' })
  const path = '/local/queue?kind=text'
  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path,
    viewport: phone,
  })
  const texts = page.getByRole('heading', { name: 'About me' }).locator('..')
  await texts.getByText('Amo il mare e la montagna.').waitFor()
  await texts.getByText('Amo il mare. Scrivimi al 333 123 4567').waitFor()
  await page.getByText('Contact details in it: 333 123 4567').waitFor()
  // Of the kinds, which are one row on a phone, the shown one is in sight.
  const kind = await page.getByRole('link', { name: 'A profile text', exact: true }).boundingBox()
  expect(kind && kind.x >= 0 && kind.x + kind.width <= 390).toBe(true)
  expect(await faults(page)).toEqual([])
  await picture(page, 'text-case')

  // She writes on while the moderator reads.
  await save(her, { descrizione: 'Amo il mare. Scrivimi al 333 765 4321' })
  await page.getByRole('button', { name: 'No breach' }).click()
  await page.getByText('The member has written something else meanwhile. Read it, then decide.').waitFor()
  await page.getByRole('button', { name: 'Look again' }).click()
  await texts.getByText('Amo il mare. Scrivimi al 333 765 4321').waitFor()
  await page.getByRole('button', { name: 'Remove the texts' }).click()
  await expect.poll(() => page.getByLabel('Rule').inputValue(), polling).toBe('contact_details')
  expect(await faults(page)).toEqual([])
  await picture(page, 'text-removing')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await page.getByText('Nothing waits').waitFor()
  await expect
    .poll(() => rowsOf('select about from members where id = $1', her.session.angelId), { ...polling, timeout: 30_000 })
    .toEqual([{ about: '' }])
  expect(withRefusals(problems)).toEqual([
    expect.stringMatching(/^409 \/admin\/api\/local\/cases\/[0-9a-f-]{36}\/decide$/),
  ])
  await context.close()
})

test('from a case an owner records that an authority was notified, and later its receipt', async () => {
  const her = await product.testServer.member({ gender: 'woman' })
  await save(her, { username: 'Bitcoin Laura' })
  const { context, page, problems } = await openConsole(product, {
    role: 'owner',
    name: 'Olga',
    path: '/local/queue?kind=name',
  })
  await page.getByText('It reads like a scam: investments').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'name-case')
  await page.keyboard.press('y')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Authority', { exact: true }).fill('Questura di Roma')
  await dialog.getByLabel('Suspected crime').fill('Minaccia grave')
  await dialog.getByLabel('What it is about').selectOption('threats')
  await dialog.getByLabel('What was sent').fill('Il profilo annuncia di voler ferire una persona.')
  await dialog.getByLabel('Its reference').fill('Prot. 7')
  await dialog.getByLabel('Reason').fill('Minacce')
  expect(await faults(page)).toEqual([])
  await picture(page, 'notify-authority')
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByRole('link', { name: 'An authority was notified' }).click()
  await page.getByRole('heading', { name: 'Questura di Roma' }).waitFor()
  await page.getByText('Minaccia grave').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByLabel('How, and its reference').fill('PEC di conferma')
  await page.getByRole('button', { name: 'Add to the log' }).click()
  await page.getByText('PEC di conferma').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'authority-notified')
  await page.getByRole('link', { name: 'Authorities' }).first().click()
  await page.getByRole('row', { name: /Questura di Roma.*Receipt acknowledged/ }).waitFor()
  await picture(page, 'authorities')
  expect(problems).toEqual([])
  await context.close()
})

test('the words of the terms stand beside the grounds on which a photo is refused', async () => {
  const her = await product.testServer.member({ gender: 'woman', host: 'battito.localhost' })
  expect((await upload(product.testServer, her, await jpeg(1), { host: 'battito.localhost' })).status).toBe(200)
  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path: '/battito/queue',
    brands: ['battito'],
    viewport: phone,
  })
  await page.getByRole('button', { name: /^Refuse/ }).click()
  for (const size of [phone, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await page.getByText('9. Unasked sexual content').waitFor()
    await page.getByText('Write in your own name and with respect. Fake profiles').waitFor()
    expect(await faults(page)).toEqual([])
    await picture(page, 'photo-refusal')
  }
  expect(problems).toEqual([])
  await context.close()
})

test('who has no account reports a name on a phone, and appeals by the link of the outcome', async () => {
  const her = await product.testServer.member({ gender: 'woman' })
  await save(her, { username: 'Luna Storta' })
  const visitor = await openVisitor(product, sizes.phone)
  const { page } = visitor
  await open(product, page, `/report?place=${encodeURIComponent(`https://local.example/user/${her.session.angelId}`)}`)
  await page.getByLabel('Quale parte?').selectOption({ label: 'Il nome del profilo' })
  await page.getByLabel('Che cos’è?').selectOption('harassment')
  await page.getByLabel('Che cosa non va?').fill('Mi prende in giro')
  await page.getByLabel('Email').fill('ada@person.example.com')
  await page.getByRole('checkbox').last().check()
  expect(await faults(page)).toEqual([])
  await picture(page, 'notice-part')
  await page.getByRole('button', { name: 'Invia la segnalazione' }).click()
  await page.getByText('Grazie, è arrivata').waitFor()
  expect(await rowsOf('select content_kind from reports where reported_id = $1', her.session.angelId)).toEqual([
    { content_kind: 'name' },
  ])

  const first = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path: '/local/queue?kind=report',
    viewport: phone,
  })
  await first.page.getByText('About: Name').waitFor()
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'name-reported')
  await first.page.getByRole('button', { name: 'No breach' }).click()
  const mail = await product.testServer.mailTo('ada@person.example.com', 'finita')
  const link = /\S+\/cases\?notice=[\w-]+/.exec(mail.text)?.[0] ?? ''
  await open(product, page, `/cases${new URL(link).search}`)
  await page.getByText('Penso che sia un errore').click()
  await page.getByLabel('Perché?').fill('Quel nome è il mio soprannome')
  expect(await faults(page)).toEqual([])
  await picture(page, 'notice-appeal')
  await page.getByRole('button', { name: 'Invia il ricorso' }).click()
  await page.getByText('Un’altra persona').first().waitFor()
  expect(await rowsOf('select member_id from appeals')).toEqual([{ member_id: null }])
  expect([...visitor.problems, ...first.problems]).toEqual([])
  await Promise.all([visitor, first].map(({ context }) => context.close()))
})
