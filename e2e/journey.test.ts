import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/modules/credits/index.ts'
import { isFull } from '#test/pages/variants.ts'
import { typeCard, typeHolder } from './parts/typing.ts'
import { recordTraffic } from './parts/network-traffic.ts'
import { openVisitor, sizes, type Visitor } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { expectEmptyFormRefused, fillSignup, type NewMember } from './parts/sign-up.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Registers from the empty form to the search by the email's link; returns the public name. */
async function join({ page }: Visitor, who: NewMember): Promise<string> {
  await page.goto(product.at('/'))
  await page.getByRole('main').getByRole('link', { name: 'Registrati gratis' }).click()
  await page.waitForURL('**/signup')
  await expectEmptyFormRefused(page)
  await fillSignup(page, who)
  await page.waitForURL('**/find')
  await page.getByRole('alertdialog', { name: 'Controlla la posta' }).waitFor()
  const mail = await product.testServer.mailTo(who.email)
  await page.goto(mail.links.find((link) => link.includes('/confirmEmail')) ?? '')
  // A name is the only thing that cannot be skipped.
  const welcome = page.getByRole('alertdialog', { name: 'Che bello averti qui' })
  await welcome.waitFor()
  const name = who.sono === 'donna' ? 'Anna' : 'Marco'
  expect(await welcome.textContent()).toContain('Hai 5 messaggi in regalo')
  await button(page, 'Prima do un’occhiata').click()
  await welcome.getByText('Scrivi il nome con cui ti vedono gli altri.').waitFor()
  await welcome.getByLabel('Come ti chiami?').fill(name)
  await button(page, 'Prima do un’occhiata').click()
  await welcome.waitFor({ state: 'detached' })
  // The welcome named the gift that was credited, on top of the three messages of every member; it does not appear
  // again.
  const { messages } = await product.testServer.database.db
    .selectFrom('wallets')
    .innerJoin('members', 'members.id', 'wallets.member_id')
    .select('messages')
    .where('members.email', '=', who.email)
    .executeTakeFirstOrThrow()
  expect(messages).toBe(8)
  return name
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Scrivi un messaggio' })
async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await button(page, 'Invia').click()
}
const creditsLeft = async (page: Page): Promise<number> =>
  Number(/te ne restano (\d+)/.exec((await page.locator('#cost').textContent()) ?? '')?.[1])

// Phones only, as most members use them: pages.test.ts checks pages in both sizes, payment-page.test.ts pays in both.
const walked = isFull ? (['desktop', 'phone'] as const) : (['phone'] as const)
test.each(walked)('two people meet, write and pay: %s', async (size) => {
  const [her, him] = await Promise.all([openVisitor(product, sizes[size]), openVisitor(product, sizes[size])])
  const network = recordTraffic(her.page)
  const anna = await join(her, {
    email: `anna.${size}@person.example.com`,
    sono: 'donna',
    cerco: 'uomo',
    age: '31',
    region: size === 'desktop' ? 'Toscana' : 'Umbria',
  })
  const marco = await join(him, {
    email: `marco.${size}@person.example.com`,
    sono: 'uomo',
    cerco: 'donna',
    age: '34',
    region: size === 'desktop' ? 'Toscana' : 'Umbria',
  })

  // He finds her and likes her; she is notified without an action of her own.
  await him.page.goto(product.at('/find'))
  await her.page.goto(product.at('/find'))
  // On their next page load, each is asked once for a photo.
  await Promise.all([her, him].map(({ page }) => button(page, 'Più tardi').click()))
  await expect.poll(() => her.page.evaluate(() => performance.getEntriesByType('navigation').length), polling).toBe(1)
  await her.page.getByRole('heading', { name: 'Uomini da conoscere' }).waitFor()
  await him.page.getByRole('link', { name: `${anna}, 31`, exact: true }).waitFor()
  await button(him.page, `Mi piace: ${anna}`).click()
  await her.page.getByText(`${marco} ti ha messo mi piace.`).waitFor()
  await her.page.getByRole('link', { name: 'Notifiche, 1 da leggere' }).waitFor()

  // He writes; she is notified immediately, and her browser never receives the text that she may not read.
  await him.page.getByRole('link', { name: `Scrivi a ${anna}` }).click()
  await him.page.waitForURL('**/chats/*')
  await expect
    .poll(() => him.page.locator('#cost').textContent(), polling)
    .toMatch(/^1 primo messaggio · te ne restano 5, più 8 per continuare/)
  await button(him.page, 'Pop-corn dolci o salati?').click()
  expect(await composer(him.page).inputValue()).toBe('Pop-corn dolci o salati?')
  const secret = `Ciao ${anna}, camminiamo fino al belvedere?`
  await write(him.page, secret)
  await him.page.getByText(/ · Inviato$/).waitFor()
  await her.page.getByText(`${marco} ti ha scritto.`).waitFor()
  await button(her.page, 'Apri').click()
  await her.page.getByText(`${marco} ti ha mandato un messaggio`).first().waitFor()
  expect(await her.page.content()).not.toContain('belvedere')
  expect(await network()).not.toContain('belvedere')

  // She answers, and he sees that she is typing.
  await composer(her.page).pressSequentially('Volentieri')
  await him.page.getByRole('img', { name: `${anna} sta scrivendo` }).waitFor()
  const before = await creditsLeft(her.page)
  await button(her.page, 'Invia').click()
  await expect.poll(() => creditsLeft(her.page), polling).toBe(before - 1)
  // The first reply is not covered, although neither has paid.
  await him.page.getByRole('log').getByText('Volentieri').waitFor()

  // He writes until his credits are used up; the message that he could not send is kept.
  for (let left = await creditsLeft(him.page); left > 0; left -= 1) {
    await write(him.page, `Ne ho ancora ${left}`)
    await expect.poll(() => creditsLeft(him.page), polling).toBe(left - 1)
  }
  const draft = 'Sabato alle dieci?'
  await write(him.page, draft)
  const hook = him.page.getByRole('dialog', { name: 'Hai finito i messaggi' })
  await hook.getByText(draft).waitFor()
  expect(await him.page.locator('textarea').inputValue()).toBe(draft)

  // No plan is preselected.
  await hook.getByRole('link', { name: 'Vedi tutti i piani' }).click()
  await him.page.waitForURL('**/vip_plan/fine_crediti')
  await him.page.getByRole('radio').first().waitFor()
  for (const radio of await him.page.getByRole('radio').all()) expect(await radio.isChecked()).toBe(false)
  await button(him.page, 'Continua').click()
  await him.page.getByText('Scegli prima una durata.').waitFor()
  await him.page.getByRole('link', { name: /^Compra 60 messaggi a 11,90/ }).click()
  await him.page.waitForURL('**/purchase/pay?plan=messages-60')

  // A card without funds: the decline is explained, and all fields except the CVV keep their values.
  const card = him.page.frameLocator('iframe')
  const start = him.page.getByRole('checkbox', { name: /^Chiedo di avere subito i messaggi/ })
  await start.waitFor()
  expect(await start.isChecked()).toBe(false)
  await typeCard(card, '4100000000000126')
  await typeHolder(him.page, ['Marco', 'Prova'])
  await start.check()
  // Members who came without a campaign are in the flow with a checkbox for the terms.
  await him.page.getByRole('checkbox', { name: /^Ho letto e accetto/ }).check()
  await button(him.page, 'Ordine con obbligo di pagare').click()
  const declined = him.page.getByRole('dialog', { name: 'Fondi insufficienti' })
  await declined.waitFor()
  await button(him.page, 'Torna al pagamento').click()
  await declined.waitFor({ state: 'detached' })
  await expect.poll(() => card.getByLabel('CVV', { exact: true }).inputValue(), polling).toBe('')
  expect(await card.getByLabel('Numero della carta').inputValue()).toBe('4100 0000 0000 0126')
  expect(await card.getByLabel('Scadenza').inputValue()).toBe('03/30')
  expect(await him.page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Marco')

  // Another card, which the bank asks to confirm.
  await typeCard(card, '4212345678901237')
  await button(him.page, 'Ordine con obbligo di pagare').click()
  await him.page.waitForURL(`${product.testServer.sandbox.origin}/**`)
  await button(him.page, 'Approve').click()
  await him.page.waitForURL('**/ok')
  await him.page.getByRole('heading', { name: 'Fatto, grazie' }).waitFor()
  await him.page.waitForURL('**/chats/*', { timeout: 15_000 })

  // Back in the conversation with the new credits and the draft; this time she may read it.
  await expect.poll(() => creditsLeft(him.page), polling).toBe(60)
  await him.page.getByText('Volentieri').first().waitFor()
  await expect.poll(() => composer(him.page).inputValue(), polling).toBe(draft)
  await button(him.page, 'Invia').click()
  await her.page.getByRole('log').getByText(draft).waitFor()
  await expect.poll(() => creditsLeft(him.page), polling).toBe(59)
  await expect
    .poll(async () => (await product.testServer.mailTo(`marco.${size}@person.example.com`)).text, polling)
    .toMatch(/11,90/)

  // The statement shows the purchase and his messages, and downloads as a file.
  await him.page.goto(product.at('/purchases'))
  await him.page.getByRole('link', { name: 'Vedi tutti i movimenti' }).click()
  const line = (words: string) => him.page.getByRole('listitem').filter({ hasText: words })
  await line('Acquisto').getByText('+60 messaggi').waitFor()
  const downloading = him.page.waitForEvent('download')
  await button(him.page, 'Scarica (CSV)').click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.filter((each) => /,messages,60,purchase,/.test(each))).toHaveLength(1)
  await him.page.getByText('Mi piace', { exact: true }).first().click()
  await line('Acquisto').first().waitFor({ state: 'detached' })
  await line('Iscrizione').getByText('+10 mi piace').waitFor()

  expect([...her.problems, ...him.problems]).toEqual([])
  expect(await checkLedger(product.testServer.database.db)).toMatchObject({ differences: [] })
  await Promise.all([her.context.close(), him.context.close()])
})
