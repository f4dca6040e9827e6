import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { connected, open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

const flows = checkedInFlows()

let product: Product
beforeAll(async () => {
  product = await openProduct({
    flows: {
      ...flows,
      of: (brand, id) => ({
        ...flows.of(brand, id === 'invites' ? '7' : id),
        perPage: 6,
        ...(id === 'invites' && { id, inviteMode: true }),
      }),
    },
  })
})
afterAll(() => product?.close())

const region = 'Molise'
/** The last one is on the second page. */
const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fina', 'Gina']
const idOf = (member: TestMember): string => member.session.angelId

/** A photo that the deck must preload: that of the first card below the three visible ones. */
async function insertPhoto(of: TestMember): Promise<string> {
  const id = crypto.randomUUID()
  await product.testServer.database.db
    .insertInto('member_photos')
    .values({ member_id: idOf(of), id, storage_key: id, state: 'approved', is_default: true, created_at: new Date() })
    .execute()
  return id
}

const deck = (page: Page, name: string) => page.getByRole('group', { name: `${name}, 30`, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await deck(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not on top`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 3 }
}

async function swipeWithFinger(page: Page, touch: CDPSession, name: string, by: number, down = 0): Promise<void> {
  const { x, y } = await middleOf(page, name)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: share === undefined ? [] : [{ x: x + by * share, y: y + down * share }],
    })
  await send('touchStart', 0)
  for (let step = 1; step <= 5; step += 1) await send('touchMove', step / 5)
  await send('touchEnd')
}

async function dragWithMouse(page: Page, name: string, by: number, down = 0): Promise<void> {
  const { x, y } = await middleOf(page, name)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y + down, { steps: 5 })
  await page.mouse.up()
}

test('the deck accepts buttons, touch, mouse and keys, and a mutual like opens the conversation', async () => {
  const wish = { gender: 'woman', region } as const
  const women: TestMember[] = []
  for (const username of names) women.push(await product.testServer.member({ ...wish, form: { username, age: 30 } }))
  for (const [at, woman] of women.entries())
    await product.testServer.database.db
      .updateTable('discovery_entries')
      .set({ is_new: false, active_at: new Date(Date.now() - (at + 1) * 3_600_000) })
      .where('member_id', '=', idOf(woman))
      .execute()
  const photo = await insertPhoto(women[3]!)
  const { context, page, problems, member } = await openMember(product, { region }, sizes.phone)
  // Inserted without a connection, which would move her to the top among the members who are online.
  await product.testServer.database.db
    .insertInto('reactions')
    .values({ member_id: idOf(women[3]!), other_id: idOf(member), kind: 'like', created_at: new Date() })
    .execute()
  const asked: string[] = []
  await page.route('**/media/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  })
  let lists = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/dispenser/match')) lists += 1
  })
  const ready = connected(page)
  await page.goto(product.at('/match'))
  await ready

  // Buttons: a dislike, undone, and given again. The photo of the fourth card is already being loaded.
  await deck(page, 'Ada').waitFor()
  await expect.poll(() => asked.some((url) => url.includes(photo)), polling).toBe(true)
  await press(page, 'No, grazie')
  await deck(page, 'Bea').waitFor()
  await press(page, 'Annulla l’ultima scelta')
  await deck(page, 'Ada').waitFor()
  await press(page, 'No, grazie')
  await deck(page, 'Bea').waitFor()

  // Touch: half a card's width is an answer, a short move and one up or down are none.
  const touch = await context.newCDPSession(page)
  await swipeWithFinger(page, touch, 'Bea', -20)
  await deck(page, 'Bea').waitFor()
  await swipeWithFinger(page, touch, 'Bea', -150, -250)
  await deck(page, 'Bea').waitFor()
  // With five cards left no others were fetched yet.
  expect(lists).toBe(0)
  const next = page.waitForResponse('**/dispenser/match')
  await swipeWithFinger(page, touch, 'Bea', -200)
  await deck(page, 'Cleo').waitFor()
  expect(await (await next).text()).toContain(idOf(women[6]!))

  // Mouse: no answer up or down, then a like, undone, and given again.
  await dragWithMouse(page, 'Cleo', 180, -220)
  await deck(page, 'Cleo').waitFor()
  await dragWithMouse(page, 'Cleo', 200)
  await deck(page, 'Dora').waitFor()
  await page.getByText('Puoi annullare il mi piace a Cleo').waitFor()
  await press(page, 'Annulla l’ultima scelta')
  await deck(page, 'Cleo').waitFor()
  await dragWithMouse(page, 'Cleo', 200)
  await deck(page, 'Dora').waitFor()

  // Keys: dislike, undo, like; she has liked him, too.
  await deck(page, 'Dora').focus()
  await page.keyboard.press('ArrowLeft')
  await deck(page, 'Elsa').waitFor()
  await page.keyboard.press('z')
  await deck(page, 'Dora').waitFor()
  await page.keyboard.press('ArrowRight')
  const moment = page.getByRole('dialog', { name: 'Tu e Dora vi piacete' })
  await moment.waitFor()
  // It moves, but not for those who prefer less motion.
  const moving = () => moment.evaluate((node) => node.getAnimations({ subtree: true }).length)
  await expect.poll(moving, polling).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(moving, polling).toBeGreaterThan(2)
  await moment.getByLabel('Scrivi a Dora').fill('Ciao Dora')
  await moment.getByText('1 primo messaggio').waitFor()
  await moment.getByRole('button', { name: 'Invia' }).click()
  await page.waitForURL(`**/chats/${idOf(women[3]!)}`)
  await page.locator('#main').getByText('Ciao Dora').waitFor()

  const answers = await product.testServer.database.db
    .selectFrom('reactions')
    .select(['other_id', 'kind'])
    .where('member_id', '=', idOf(member))
    .execute()
  const kinds = women.map((woman) => answers.find(({ other_id }) => other_id === idOf(woman))?.kind)
  expect(kinds).toEqual(['dislike', 'dislike', 'like', 'like', undefined, undefined, undefined])
  // Every answer is an event, also one that was undone.
  const logged = async () => {
    const { db } = product.testServer.database
    const rows = await db
      .selectFrom('member_events')
      .select(['kind', 'other_id'])
      .where('member_id', '=', idOf(member))
      .execute()
    return women.map((woman) => rows.filter(({ other_id }) => other_id === idOf(woman)).map(({ kind }) => kind))
  }
  await expect
    .poll(logged, polling)
    .toEqual([['dislike', 'dislike'], ['dislike'], ['like', 'like'], ['dislike', 'like'], [], [], []])
  expect(problems).toEqual([])
  await context.close()
})

test('a deck that its filters leave empty names the one to remove, and is dealt again with other filters', async () => {
  const { db } = product.testServer.database
  const wish = { gender: 'woman', region: 'Umbria' } as const
  for (const [username, age] of [
    ['Gaia', 30],
    ['Ines', 50],
  ] as const)
    await product.testServer.member({ ...wish, form: { username, age } })
  const { context, page, problems, member } = await openMember(product, { region: 'Umbria' }, sizes.phone)
  await db.updateTable('members').set({ flow_id: 'invites' }).where('id', '=', idOf(member)).execute()
  const saved = await product.testServer.call('/dispenser/filters', {
    method: 'PUT',
    body: { trackerId: member.session.clickid, filters: { age: { from: 90, to: 98 } } },
    token: member.token,
  })
  expect(saved.status).toBe(200)
  const ready = connected(page)
  // In a flow with invites the deck is the only place to filter.
  await open(product, page, '/find')
  await page.waitForURL('**/match')
  await ready
  const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}, `) })
  await page.getByText(/^Togliendo «da 90 anni» ne trovi/).waitFor()
  // The document has this part, whose script is loaded by itself: until then its button does nothing.
  const loosen = page.getByRole('button', { name: 'Togli «da 90 anni»', exact: true })
  const isAlive = () => loosen.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__react')))
  await expect.poll(isAlive, polling).toBe(true)
  await loosen.click()
  await card('(Gaia|Ines)').waitFor()

  await press(page, 'Filtri')
  const dialog = page.getByRole('dialog', { name: 'Filtri' })
  await dialog.getByLabel('Età: A').selectOption('40')
  await dialog.getByRole('button', { name: 'Mostra i profili (meno di 50)' }).click()
  await card('Gaia').waitFor()
  await page.getByRole('button', { name: 'Filtri (1)' }).waitFor()
  await press(page, 'No, grazie')
  await page.getByText(/^Togliendo «18–40 anni» ne trovi/).waitFor()
  await press(page, 'Togli «18–40 anni»')
  await card('Ines').waitFor()
  await press(page, 'No, grazie')
  await page.getByRole('heading', { name: 'Hai visto tutti' }).waitFor()
  await press(page, 'Cambia zona')
  await page.getByRole('dialog', { name: 'Dove cerchi?' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
