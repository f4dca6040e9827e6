import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquaint } from '#test/pages/paths.ts'
import { connected, goTo, open } from './parts/pages.ts'
import { polling } from './parts/polling.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('a member is reported with chosen messages, blocked, and unblocked on the profile', async () => {
  const { db } = product.testServer.database
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  const her = await product.testServer.member({ gender: 'woman', form: { username: 'Livia' } })
  await acquaint(member, her)
  // Level 1, so that her messages are not covered for him.
  await db.updateTable('members').set({ level: 1 }).where('id', '=', member.session.angelId).execute()
  const hers = await her.connect()
  await hers.send('chat', {
    msg: 'Buongiornissimo'.repeat(20),
    trackerId: her.session.clickid,
    angelId: member.session.angelId,
    clientMessageId: crypto.randomUUID(),
  })
  hers.close()
  await page.goto(product.at(`/chats/${her.session.angelId}`))
  await page.getByText('Ciao, finalmente il sole.').waitFor()
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Altre azioni' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  const report = page.getByRole('dialog', { name: 'Che cosa non va?' })
  // From her page, too, her messages can be chosen.
  await goTo(page, `/user/${her.session.angelId}`)
  await choose('Segnala')
  await report.getByRole('checkbox', { name: 'Ciao, finalmente il sole.' }).waitFor()
  expect(await report.getByRole('checkbox').count()).toBe(2)
  await page.keyboard.press('Escape')
  await report.waitFor({ state: 'detached' })
  await goTo(page, `/chats/${her.session.angelId}`)

  await choose('Segnala')
  await report.getByRole('button', { name: 'Segnala' }).click()
  await report.getByText('Scegli un motivo.').waitFor()
  await report.getByRole('radio', { name: 'Insulta o minaccia' }).check()
  const [name, texts] = ['Riguarda il nome', 'Riguarda i testi del profilo'].map((part) =>
    report.getByRole('checkbox', { name: part }),
  )
  await name?.check()
  await texts?.check()
  // A report names one thing that can be removed.
  expect([await name?.isChecked(), await texts?.isChecked()]).toEqual([false, true])
  await texts?.uncheck()
  // Moderators may read only her messages, and only those that he selects.
  expect(await report.getByRole('checkbox').count()).toBe(4)
  // A long word stays inside the dialog.
  expect(await report.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await report.getByRole('checkbox', { name: 'Ciao, finalmente il sole.' }).check()
  await report.getByRole('button', { name: 'Segnala' }).click()
  const thanks = page.getByRole('dialog', { name: 'Grazie, ce ne occupiamo' })
  await thanks.getByText('ti scriviamo com’è finita').waitFor()
  const [row] = await db.selectFrom('reports').select(['reason', 'message_ids']).execute()
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', her.session.angelId)
    .where('body', '=', 'Ciao, finalmente il sole.')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ reason: 'harassment', message_ids: [id] })
  // The button that had the focus is gone; the dialog takes it.
  await expect.poll(() => thanks.evaluate((dialog) => dialog.contains(document.activeElement)), polling).toBe(true)
  await page.keyboard.press('Escape')
  await thanks.waitFor({ state: 'detached' })

  await choose('Blocca Livia')
  await page.getByRole('dialog', { name: 'Bloccare Livia?' }).getByRole('button', { name: 'Blocca' }).click()
  await page.waitForURL('**/chats')
  const unblocking = (url: URL): boolean => url.pathname.startsWith('/api/block/')
  await page.route(unblocking, (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Annulla il blocco' }).click()
  await page.getByText('Non è andata. Riprova tra poco.').waitFor()
  await page.unroute(unblocking)
  await page.goto(product.at('/settings/privacy'))
  await page.getByRole('button', { name: 'Sblocca Livia' }).click()
  await page.getByText('Non hai bloccato nessuno.').waitFor()
  await expect.poll(() => db.selectFrom('blocks').select('member_id').execute(), polling).toEqual([])
  expect(problems).toEqual([expect.stringContaining('status of 503')])
  await context.close()
})

test('a blocked member leaves the list, the deck and the notifications of every open page, until the block is undone', async () => {
  const region = 'Molise'
  const her = await product.testServer.member({ gender: 'woman', region, form: { username: 'Ornella' } })
  const other = await product.testServer.member({ gender: 'woman', region, form: { username: 'Piera' } })
  const { page, member, problems, context } = await openMember(product, { region }, sizes.phone)
  for (const woman of [her, other])
    await product.testServer.database.db
      .insertInto('notifications')
      .values({
        member_id: member.session.angelId,
        id: crypto.randomUUID(),
        actor_id: woman.session.angelId,
        kind: 'like',
        created_at: new Date(),
      })
      .execute()
  const ready = connected(page)
  await open(product, page, '/find')
  await ready
  const second = await context.newPage()
  const secondReady = connected(second)
  await open(product, second, '/notifications')
  await secondReady
  const card = page.getByRole('link', { name: /^Ornella, / })
  const row = second.getByRole('link', { name: /^Ornella, / })
  await Promise.all([card.waitFor(), row.first().waitFor()])

  await page.getByRole('button', { name: 'Altre azioni: Ornella' }).tap()
  await page.getByRole('menuitem', { name: 'Blocca Ornella' }).tap()
  await page.getByRole('dialog', { name: 'Bloccare Ornella?' }).getByRole('button', { name: 'Blocca' }).tap()
  await Promise.all([card.waitFor({ state: 'detached' }), row.waitFor({ state: 'detached' })])
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), polling).toBe('main')
  expect(await page.getByRole('link', { name: /^Piera, / }).count()).toBe(1)
  expect(await second.getByRole('link', { name: /^Piera, / }).count()).toBe(1)
  await page.getByRole('button', { name: 'Annulla il blocco' }).tap()
  await Promise.all([card.waitFor(), row.first().waitFor()])

  // In the deck she is on top; the menu is outside the card, so that pressing it drags nothing.
  await goTo(page, '/match')
  const top = page.getByRole('group', { name: /^(Ornella|Piera), / })
  const name = ((await top.getAttribute('aria-label')) ?? '').split(',')[0]!
  await page.getByRole('button', { name: `Altre azioni: ${name}` }).tap()
  await page.getByRole('menuitem', { name: `Blocca ${name}` }).tap()
  await page
    .getByRole('dialog', { name: `Bloccare ${name}?` })
    .getByRole('button', { name: 'Blocca' })
    .tap()
  const rest = name === 'Ornella' ? 'Piera' : 'Ornella'
  await page.getByRole('group', { name: new RegExp(`^${rest}, `) }).waitFor()
  await page.getByRole('button', { name: 'Annulla il blocco' }).tap()
  await page.getByRole('group', { name: new RegExp(`^${name}, `) }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
