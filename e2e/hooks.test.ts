import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { acquaint, goTo, open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { jpeg } from '#server/modules/photos/testing/pictures.ts'

const flows = checkedInFlows()
const words = (text: string) => ({ it: text, es: text, fr: text, en: text })
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
const hookTexts = {
  fine_crediti: { title: words('Il caffè è finito'), text: null, picture: { source: drawing, hash: 'abc' } },
}

let product: Product
beforeAll(async () => {
  product = await openProduct({
    flows: {
      ...flows,
      of: (brand, id) =>
        id === 'invites' ? { ...flows.of(brand, '7'), id, inviteMode: true, hookTexts } : flows.of(brand, id),
    },
  })
})
afterAll(() => product?.close())

test('every hook explains its limit, once within a minute, and links to the plans', async () => {
  const { db } = product.testServer.database
  const region = 'Molise'
  const [{ page, member, context }, her, another] = await Promise.all([
    openMember(product, { region }, sizes.phone),
    product.testServer.member({ gender: 'woman', region }),
    product.testServer.member({ gender: 'woman', region: 'Umbria' }),
    // With fewer than ten there, he might look elsewhere without a plan.
    ...Array.from({ length: 9 }, () => product.testServer.member({ gender: 'woman', region })),
  ])
  const [him, hers] = [member.session.angelId, await her.connect()]
  await acquaint(member, her)
  await acquaint(member, another)
  await hers.send('chat', {
    msg: 'Segreto',
    trackerId: her.session.clickid,
    angelId: him,
    clientMessageId: randomUUID(),
  })
  hers.close()
  await db.updateTable('wallets').set({ messages: 0, icebreakers: 0, likes: 0 }).where('member_id', '=', him).execute()

  const hook = (title: string) => page.getByRole('dialog', { name: title, exact: true })
  /** Checks that the hook shows a picture, two sentences and the plans, and that "no" closes it. */
  const seen = async (title: string) => {
    const dialog = hook(title)
    await dialog.getByRole('link', { name: 'Vedi tutti i piani' }).waitFor()
    await dialog.getByRole('link', { name: /€/ }).first().waitFor()
    expect(await dialog.locator('svg').count()).toBeGreaterThan(1)
    await dialog.getByRole('button', { name: 'Non adesso' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const plansOf = (title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor()

  await open(product, page, `/chats/${her.session.angelId}`)
  const unlock = page.getByRole('button', { name: /^Leggi il messaggio · da/ })
  await unlock.click()
  await seen('Questo messaggio è nascosto')
  await unlock.click()
  await plansOf('Leggi tutti i messaggi')

  await goTo(page, `/chats/${her.session.angelId}`)
  const composer = page.getByRole('textbox', { name: 'Scrivi un messaggio' })
  await composer.fill('Domani?')
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await hook('Hai finito i messaggi').getByText('Domani?').waitFor()
  await seen('Hai finito i messaggi')
  expect(await composer.inputValue()).toBe('Domani?')
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await page.getByRole('button', { name: 'Vedi tutti i piani' }).click()
  await plansOf('Continua a scrivere')
  await page.getByText(/^Dopo torni alla conversazione con /).waitFor()
  // A click selects a plan, and a second one goes on; a space on it does not.
  const plan = page.getByRole('radio').first()
  await plan.click()
  await plan.press(' ')
  expect(new URL(page.url()).pathname).toBe('/vip_plan/fine_crediti')
  await page
    .locator('label', { has: page.getByRole('radio') })
    .first()
    .click()
  await page.waitForURL('**/purchase/pay?plan=plan-*')
  const kinds = async () =>
    (await db.selectFrom('member_events').select('kind').where('member_id', '=', him).execute()).map(({ kind }) => kind)
  await expect.poll(kinds, polling).toEqual(['ko_msg', 'ko_msg'])

  // A photo without credits stays in its dialog, and nothing is said of a draft.
  await goTo(page, `/chats/${her.session.angelId}`)
  await page.clock.install()
  await page.clock.fastForward(61_000)
  await composer.waitFor()
  await composer.evaluate(
    (field, base64) => {
      const files = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      files.items.add(new File([bytes], 'io', { type: 'image/jpeg' }))
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: files }))
    },
    (await jpeg(3)).toString('base64'),
  )
  const photo = page.getByRole('dialog', { name: /^Una foto per / })
  await photo.getByRole('button', { name: 'Invia', exact: true }).click()
  await hook('Hai finito i messaggi').getByText('resta aperto qui sotto').waitFor()
  expect(await hook('Hai finito i messaggi').getByText('bozza').count()).toBe(0)
  await seen('Hai finito i messaggi')
  await photo.getByRole('button', { name: 'Invia', exact: true }).waitFor()
  await photo.getByRole('button', { name: 'Annulla' }).click()
  await photo.waitFor({ state: 'detached' })

  await goTo(page, '/match')
  await page.getByRole('button', { name: 'Mi piace', exact: true }).click()
  await seen('Hai finito i mi piace')

  await goTo(page, '/find?page=6')
  await seen('Qui finiscono le pagine gratuite')
  await page.waitForURL('**/find')
  await page.locator('button[aria-haspopup=dialog]', { hasText: region }).click()
  await page.getByRole('button', { name: 'Cerca in un’altra regione' }).click()
  await seen('Cambiare regione fa parte dei piani')

  // His own messages may be covered, too; the link preselects the first plan. It is not shown in his first hour.
  await db
    .updateTable('system_inbox')
    .set({ last_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('member_id', '=', him)
    .execute()
  await goTo(page, `/chats/${her.session.angelId}`)
  await page.getByRole('link', { name: 'Fatti leggere da tutti' }).click()
  await page.waitForURL('**/purchase/pay?plan=messages-20-first')
  await context.close()
})

test('an invite without credits becomes a draft, and the hook has its flow’s text and picture', async () => {
  const { db } = product.testServer.database
  const { page, member, context } = await openMember(product, { region: 'Marche' }, sizes.phone)
  await product.testServer.member({ gender: 'woman', region: 'Marche' })
  const him = member.session.angelId
  await db.updateTable('members').set({ flow_id: 'invites', screen_name: null }).where('id', '=', him).execute()
  await db.updateTable('wallets').set({ messages: 0, icebreakers: 0 }).where('member_id', '=', him).execute()
  await open(product, page, '/match')
  // The deck is the first page here, so that it asks for the name.
  await page.getByRole('alertdialog', { name: 'Che bello averti qui' }).getByLabel('Come ti chiami?').fill('Marco')
  await page.getByRole('button', { name: 'Prima do un’occhiata' }).click()
  await page.getByRole('button', { name: /^Manda un invito a/ }).click()
  await page.getByRole('textbox', { name: 'Il tuo messaggio' }).fill('Ti va un caffè?')
  await page.getByRole('button', { name: 'Invia', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Il caffè è finito', exact: true })
  await dialog.getByText('Il messaggio è salvato come bozza').waitFor()
  await dialog.getByText('Ti va un caffè?').waitFor()
  const isDrawn = () => dialog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await expect.poll(isDrawn, polling).toBe(true)
  const kinds = () => db.selectFrom('member_events').select('kind').where('member_id', '=', him).execute()
  await expect.poll(kinds, polling).toEqual([{ kind: 'ko_icebreaker' }])
  await expect
    .poll(() => db.selectFrom('drafts').select('body').where('member_id', '=', him).execute(), polling)
    .toEqual([{ body: 'Ti va un caffè?' }])
  await context.close()
})
