import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoadedFlows } from '#server/modules/flows/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { connected, goTo, open } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { password } from './parts/sign-up.ts'
import { polling } from './parts/polling.ts'

let product: Product
/** In these flows the profile button of the search's modal only closes it. */
const flows = (): LoadedFlows => {
  const { of, ofVisit, ...loaded } = checkedInFlows()
  const findModal = { closesAtProfile: true, closesAtChat: false }
  return {
    of: (brand, id) => ({ ...of(brand, id), findModal }),
    ofVisit: (brand, asked) => ({ ...ofVisit(brand, asked), findModal }),
    ...loaded,
  }
}
beforeAll(async () => {
  product = await openProduct({ flows: flows() })
})
afterAll(() => product?.close())

/** Identifies the focused element by its id, its name or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return (
      element?.id ||
      element?.getAttribute('name') ||
      element?.getAttribute('aria-label') ||
      element?.textContent?.trim() ||
      ''
    )
  })

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (typeof wanted === 'string' ? at === wanted : wanted.test(at)) return
  }
  throw new Error(`The focus never came to ${wanted}`)
}

test('a visitor registers with the keyboard alone', async () => {
  const { context, page } = await openVisitor(product, sizes.desktop)
  await open(product, page, '/')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Vai al contenuto')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Registrati gratis')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signup')
  // The first key press starts the page's script.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Mostra la password' }).waitFor()
  await tabTo(page, 'sono')
  await page.keyboard.press('Space')
  await tabTo(page, 'cerco')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'age')
  await page.keyboard.type('33')
  await tabTo(page, 'region')
  await page.keyboard.type('Lazio')
  await tabTo(page, 'city')
  await page.keyboard.type('Rom')
  await page.getByRole('option', { name: /^Roma/ }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, 'email')
  await page.keyboard.type('tasti@person.example.com')
  await tabTo(page, 'password')
  await page.keyboard.type(password)
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) {
    await tabTo(page, id)
    await page.keyboard.press('Space')
  }
  await tabTo(page, 'Crea il profilo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/find')
  // A dialog that must be answered traps the focus and does not close.
  await page.getByRole('alertdialog', { name: 'Controlla la posta' }).waitFor()
  await page.keyboard.press('Escape')
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="alertdialog"]') !== null)).toBe(true)
  }
  await context.close()
})

test('a member chats with the keyboard alone', async () => {
  const [him, her, visitor] = await Promise.all([
    openMember(product, {}, sizes.desktop),
    product.testServer.member({ gender: 'woman', form: { username: 'Livia' } }),
    product.testServer.member({ gender: 'woman', form: { username: 'Piera' } }),
  ])
  const { page, context } = him
  await product.testServer.database.db
    .insertInto('notifications')
    .values(
      ['like', 'visit'].map((kind) => ({
        member_id: him.member.session.angelId,
        id: crypto.randomUUID(),
        actor_id: visitor.session.angelId,
        kind,
        created_at: new Date(),
      })),
    )
    .execute()
  // Before the page's script runs, a card is a link to another page.
  const ready = connected(page)
  await open(product, page, '/find')
  await ready
  // The card opens the modal, and the modal its menu; each returns the focus when it closes.
  await tabTo(page, /^Livia, /)
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: /^Livia, / })
  const inModal = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  await expect.poll(inModal, polling).toBe(true)
  await tabTo(page, 'Altre azioni')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), polling).toBe('Segnala')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page), polling).toBe('Altre azioni')
  await tabTo(page, 'Torna alla ricerca')
  await page.keyboard.press('Enter')
  await modal.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page), polling).toMatch(/^Livia, /)
  await page.keyboard.press('Enter')
  await expect.poll(inModal, polling).toBe(true)
  await tabTo(page, 'Scrivi')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/chats/${her.session.angelId}`)
  await page.getByText('Rompi il ghiaccio').waitFor()
  await tabTo(page, 'Pop-corn dolci o salati?')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), polling).toBe('Scrivi un messaggio')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Io salati.')
  await page.keyboard.press('Enter')
  await page.getByText(/ · Inviato$/).waitFor()
  expect(await focused(page)).toBe('Scrivi un messaggio')
  expect(await page.getByRole('log').innerText()).toContain('Io salati.')

  // The menu of other actions opens and closes with the keyboard, and returns the focus.
  for (let presses = 0; presses < 20 && (await focused(page)) !== 'Altre azioni'; presses += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), polling).toBe('Vedi il profilo')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe('Cerca nella chat')
  await page.keyboard.press('End')
  expect(await focused(page)).toBe('Blocca Livia')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  await expect.poll(() => focused(page), polling).toBe('Altre azioni')

  // Arrow keys select a tab and show its panel; Tab goes from the tab to the button beside it, and into the panel.
  await goTo(page, '/notifications')
  const panel = (name: RegExp) => page.getByRole('tabpanel', { name })
  await page.getByRole('tab', { name: /^Visite/ }).waitFor()
  await tabTo(page, /tab-(?:like|visita)$/)
  await page.keyboard.press('Home')
  for (const [key, id, name] of [
    ['ArrowRight', 'visita', /^Visite/],
    ['ArrowRight', 'like', /^Mi piace/],
    ['ArrowLeft', 'visita', /^Visite/],
    ['Home', 'like', /^Mi piace/],
    ['End', 'visita', /^Visite/],
  ] as const) {
    await page.keyboard.press(key)
    await panel(name).waitFor()
    expect(await focused(page)).toMatch(new RegExp(`tab-${id}$`))
    expect(await page.getByRole('tab', { selected: true }).count()).toBe(1)
  }
  await page.getByText('Ha visitato il tuo profilo').waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Segna tutto come letto')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/^Piera, /)
  await context.close()
})
