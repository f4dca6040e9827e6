import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { hearsTone } from './parts/microphone.ts'
import { acquaint, goTo, open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { conversationId } from '#server/platform/ids.ts'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/**
 * A conversation of two members who wrote in turn; message `at` is `words`, all others are their numbers. The first has
 * read up to `read`.
 */
async function writeMany(
  one: string,
  other: string,
  { count, at, words, read = count }: { count: number; at: number; words: string; read?: number },
): Promise<void> {
  const { db } = product.testServer.database
  const id = conversationId(one, other)
  const [low_id, high_id] = [one, other].toSorted() as [string, string]
  await db
    .insertInto('conversations')
    .values({
      id,
      pool_id: 'local',
      low_id,
      high_id,
      low_wrote: true,
      high_wrote: true,
      created_at: new Date(),
    })
    .execute()
  await sql`
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select ${id}, n, gen_random_uuid(), case when n % 2 = 0 then ${one}::uuid else ${other}::uuid end, gen_random_uuid(),
      case when n = ${at}::int then ${words} else 'Messaggio ' || n end, n = 1, 2, 0, now() - make_interval(mins => ${count}::int - n)
    from generate_series(1, ${count}::int) n`.execute(db)
  const side = { conversation_id: id, last_at: new Date(), read_seq: count, last_seq: count }
  await db
    .insertInto('inbox')
    .values([
      { member_id: one, other_id: other, ...side, read_seq: read, unread: (count - read) / 2 },
      { member_id: other, other_id: one, ...side },
    ])
    .execute()
}

/** The sum of the page's layout shifts that no input caused. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => undefined)
        observer.observe({ type: 'layout-shift', buffered: true })
        // What happened before is handed over in the next task.
        setTimeout(() => {
          const shifts = observer.takeRecords() as unknown as { value: number; hadRecentInput: boolean }[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0))
        }, 100)
      }),
  )

test('a long press on a message opens its actions', async () => {
  const [him, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  const { page, member } = him
  const ids = { his: member.session.angelId, hers: her.session.angelId }
  const { db } = product.testServer.database
  await db.updateTable('members').set({ level: 2 }).where('id', 'in', Object.values(ids)).execute()
  const hers = await her.connect()
  const say = (msg: string) =>
    hers.send('chat', { msg, trackerId: her.session.clickid, angelId: ids.his, clientMessageId: randomUUID() })
  await acquaint(member, her)
  await say('Che film rivedresti?')
  const hide = (isHidden: boolean) =>
    db.updateTable('members').set({ hides_last_seen: isHidden }).where('id', '=', ids.hers).execute()
  await hide(true)
  await hers.send('like', { trackerId: her.session.clickid, angelId: ids.his })
  await open(product, page, `/chats/${ids.hers}`)
  const log = page.getByRole('log')
  // Above the first message.
  await log.getByText('ti ha messo mi piace').waitFor()
  const composer = page.getByRole('textbox', { name: 'Scrivi un messaggio' })
  const menu = page.getByRole('dialog', { name: 'Azioni sul messaggio' })
  const hold = async (text: string) => {
    const bubble = log.getByText(text).last()
    const { x, y } = (await bubble.boundingBox())!
    await bubble.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: x + 9, clientY: y + 9 })
    await menu.waitFor()
  }

  await hold('Che film rivedresti?')
  await menu.getByRole('button', { name: 'Risata' }).click()
  expect(await hers.next('messageChanged', ({ message }) => message.otherReaction === 'laugh')).toBeTruthy()
  await log.getByRole('img', { name: 'Tu: Risata' }).waitFor()

  const copied = await page.evaluateHandle(() => {
    const texts: string[] = []
    navigator.clipboard.writeText = async (text) => void texts.push(text)
    return texts
  })
  await hold('Che film rivedresti?')
  await menu.getByRole('menuitem', { name: 'Copia' }).click()
  await page.getByText('Messaggio copiato.').waitFor()
  expect(await copied.jsonValue()).toEqual(['Che film rivedresti?'])

  // Emoji go where the caret is.
  await composer.fill('Ciao!')
  await composer.press('ArrowLeft')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const emoji = page.getByRole('group', { name: 'Emoji' })
  await emoji.getByRole('button', { name: '😀', exact: true }).click()
  expect(await composer.inputValue()).toBe('Ciao😀!')
  await page.keyboard.press('Escape')
  await emoji.waitFor({ state: 'detached' })
  await composer.fill('')

  await hold('Che film rivedresti?')
  await menu.getByRole('menuitem', { name: 'Rispondi' }).click()
  await page.getByText(/^Rispondi a /).waitFor()
  await composer.fill('Il sorpazzo')
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  const quote = log.getByRole('button', { name: 'Che film rivedresti?' })
  await quote.click()
  await log.locator('[data-found]', { hasText: 'Che film rivedresti?' }).waitFor()

  await hold('Il sorpazzo')
  await menu.getByRole('menuitem', { name: 'Modifica' }).click()
  await page.getByText('Modificare non costa nulla').waitFor()
  await composer.fill('Il sorpasso')
  await page.getByRole('button', { name: 'Salva la modifica' }).click()
  await log.getByText('modificato').waitFor()
  expect(await hers.next('messageChanged', ({ message }) => message.msg === 'Il sorpasso')).toBeTruthy()

  await hold('Il sorpasso')
  await menu.getByRole('menuitem', { name: 'Ritira' }).click()
  await log.getByText('Hai ritirato un messaggio').waitFor()
  expect(await hers.next('messageChanged', ({ message }) => message.withdrawn)).toMatchObject({ message: { msg: '' } })

  await hold('Hai ritirato un messaggio')
  await menu.getByRole('menuitem', { name: 'Elimina per me' }).click()
  await log.getByText('Hai ritirato un messaggio').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Annulla' }).click()
  await log.getByText('Hai ritirato un messaggio').waitFor()

  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Cerca nella chat' }).click()
  await page.getByRole('searchbox').fill('RIVEDRÉSTI')
  await page.getByRole('status').getByText('1 messaggio', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await log.locator('[data-found]', { hasText: 'Che film rivedresti?' }).waitFor()

  // Whether she is online is read again with her next message.
  const online = page.getByRole('link', { name: /Online ora/ })
  expect(await online.count()).toBe(0)
  await hide(false)
  await say('שלום!')
  await online.waitFor()
  const places = await log.getByText('שלום!').evaluate((bubble) => {
    const words = [...bubble.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)!
    const placeOf = (at: number) => {
      const range = document.createRange()
      range.setStart(words, at)
      range.setEnd(words, at + 1)
      return range.getBoundingClientRect().left
    }
    return { first: placeOf(0), last: placeOf(4) }
  })
  expect(places.last).toBeLessThan(places.first)

  const photo = await jpeg(3)
  await say('Mi mandi una foto?')
  await composer.fill('Eccola')
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await page.getByLabel('Scegli una foto').setInputFiles({ name: 'io.jpg', mimeType: 'image/jpeg', buffer: photo })
  const sending = page.getByRole('dialog', { name: /^Una foto per / })
  await sending.getByText('L’invio non costa nulla').waitFor()
  await sending.getByRole('button', { name: 'Invia', exact: true }).click()
  await sending.waitFor({ state: 'detached' })
  expect(await hers.next('chat', ({ message }) => message.media)).toMatchObject({
    message: { media: { kind: 'photo', width: 800, height: 600 } },
  })
  await log.getByRole('img', { name: 'La tua foto' }).waitFor()

  const address = `/api/messages/${ids.his}/photo`
  const { mediaId } = (await upload(product.testServer, her, photo, { address })).body
  await hers.send('chat', {
    msg: '',
    mediaId,
    trackerId: her.session.clickid,
    angelId: ids.his,
    clientMessageId: randomUUID(),
  })
  // The photo is not fetched before it is requested.
  const theirs = log.getByRole('img', { name: /^Foto di / })
  const show = log.getByRole('button', { name: 'Mostra la foto' })
  await show.waitFor()
  expect(await theirs.count()).toBe(0)
  await show.click()
  await theirs.click()
  const viewer = page.getByRole('dialog', { name: /^Foto di / })
  await viewer.waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  expect(await theirs.locator('..').evaluate((button) => button === document.activeElement)).toBe(true)

  // An old message is shown with the messages around it; those in between are not loaded.
  const long = await product.testServer.member({ gender: 'woman' })
  await writeMany(ids.his, long.session.angelId, { count: 2300, at: 100, words: 'Ti ricordi il faro di Vieste?' })
  await goTo(page, `/chats/${long.session.angelId}`)
  await log.getByText('Messaggio 2300').waitFor()
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Cerca nella chat' }).click()
  await page.getByRole('searchbox').fill('faro')
  await page.getByRole('listitem').getByRole('button').click()
  const around = page.getByRole('dialog').getByRole('listitem')
  await around.filter({ hasText: 'Ti ricordi il faro di Vieste?' }).waitFor()
  const shown = (await around.allInnerTexts()).map((words) => words.match(/(?:Messaggio )(\d+)/)?.[1])
  expect([shown.length, shown[0], shown[25], shown.at(-1)]).toEqual([50, '75', undefined, '124'])
  // The found message is within the viewport.
  const found = await around.nth(25).evaluate((line) => {
    const { top, bottom } = line.getBoundingClientRect()
    return { top, bottom, height: window.innerHeight }
  })
  expect(found.top).toBeGreaterThan(0)
  expect(found.bottom).toBeLessThan(found.height)
  await page.getByRole('button', { name: 'Torna ai risultati' }).click()
  await page.getByRole('searchbox').waitFor()
  await him.context.close()
})

test('a conversation opens at its first unread message and renders a part of a long one', async () => {
  const [{ page, member, context }, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  const ids = { his: member.session.angelId, hers: her.session.angelId }
  await product.testServer.database.db
    .updateTable('members')
    .set({ level: 2 })
    .where('id', 'in', Object.values(ids))
    .execute()
  await writeMany(ids.his, ids.hers, { count: 900, at: 1, words: 'Il primo', read: 620 })
  await open(product, page, `/chats/${ids.hers}`)
  const log = page.getByRole('log')
  const message = (number: number) => log.locator(`[data-seq="${number}"]`)
  /** Where a message is in the log: 0 at its top, 1 at its bottom. */
  const placeOf = (number: number) =>
    message(number).evaluate((line) => {
      const [{ top }, box] = [line.getBoundingClientRect(), line.closest('[role=log]')!.getBoundingClientRect()]
      return (top - box.top) / box.height
    })
  await log.getByText('Nuovi messaggi').waitFor()
  await expect.poll(() => placeOf(621), polling).toBeLessThan(0.3)
  expect(await placeOf(621)).toBeGreaterThan(0)
  const rendered = () => log.locator('[data-seq]').count()
  expect(await rendered()).toBeLessThanOrEqual(200)
  expect(await message(900).count()).toBe(0)

  // Scrolling back renders and loads earlier messages, and what is on screen stays.
  const scrollTo = (number: number) => message(number).evaluate((line) => line.scrollIntoView({ block: 'start' }))
  let first = 621
  while (first > 300) {
    const next = await log.locator('[data-seq]').first().getAttribute('data-seq').then(Number)
    await scrollTo(next)
    await expect
      .poll(() => log.locator('[data-seq]').first().getAttribute('data-seq').then(Number), polling)
      .not.toBe(next)
    await expect.poll(() => placeOf(next).then(Math.abs), polling).toBeLessThan(0.2)
    expect(await rendered()).toBeLessThanOrEqual(200)
    first = next
  }
  // A message that arrives meanwhile is counted on the button, which leads to it.
  const hers = await her.connect()
  const event = { trackerId: her.session.clickid, angelId: ids.his, clientMessageId: randomUUID() }
  await hers.send('chat', { ...event, msg: 'Sei ancora lì?' })
  await page.getByRole('button', { name: '1 nuovo messaggio' }).click()
  await log.getByText('Sei ancora lì?').waitFor()
  await expect.poll(() => placeOf(901), polling).toBeLessThan(1)
  // Once, for screen readers.
  await hers.send('chat', { ...event, clientMessageId: randomUUID(), msg: 'Ti aspetto' })
  await page.getByRole('status').getByText(': Ti aspetto').waitFor()
  expect(await page.getByText(': Ti aspetto').count()).toBe(2)
  hers.close()
  await context.close()
})

test('a conversation’s document opens where its page does, also abroad, and keeps the place to which it was scrolled', async () => {
  const [{ page, member, context, problems }, her] = await Promise.all([
    openMember(product, {}, { ...sizes.phone, timezoneId: 'Asia/Tokyo' }),
    product.testServer.member({ gender: 'woman' }),
  ])
  const ids = { his: member.session.angelId, hers: her.session.angelId }
  const { db } = product.testServer.database
  await db.updateTable('members').set({ level: 2 }).where('id', 'in', Object.values(ids)).execute()
  await writeMany(ids.his, ids.hers, { count: 60, at: 60, words: 'Ultimo' })
  const log = page.getByRole('log')
  const toBottom = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  const placeOf = (number: number) =>
    log.locator(`[data-seq="${number}"]`).evaluate((line) => line.getBoundingClientRect().top)
  /** Opens the document, and holds its script back until the function that it resolves with is called. */
  const openDocument = async () => {
    const held = Promise.withResolvers<void>()
    await context.route('**/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(product.at(`/chats/${ids.hers}`), { waitUntil: 'commit' })
    await log.getByText('Ultimo').waitFor()
    return async () => {
      held.resolve()
      await page.waitForFunction(() => '__reactRouterDataRouter' in window)
      // All that is loaded is rendered once the page answers.
      await expect.poll(() => log.locator('[data-seq]').count(), polling).toBe(50)
      await context.unroute('**/*.js')
    }
  }

  const run = await openDocument()
  expect(await toBottom()).toBeLessThan(1)
  expect(await log.locator('[data-seq]').count()).toBe(20)
  const clock = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('it-IT', { hour: '2-digit', minute: '2-digit', timeZone })
    return log
      .locator('time')
      .last()
      .getAttribute('datetime')
      .then((time) => format.format(new Date(time ?? '')))
  }
  expect(await log.locator('time').last().innerText()).toBe(await clock('Europe/Rome'))
  await run()
  await expect.poll(toBottom, polling).toBeLessThan(1)
  expect(await log.locator('time').last().innerText()).toBe(await clock('Asia/Tokyo'))

  const runAgain = await openDocument()
  await log.evaluate((box) => box.scrollTo(0, 300))
  const before = await placeOf(48)
  await runAgain()
  expect(Math.abs((await placeOf(48)) - before)).toBeLessThan(2)

  // The rest of a long list of unread messages comes by the API; up to fifty are in the document.
  // The open page would say at any moment that it has read them all.
  await page.goto('about:blank')
  await db.updateTable('inbox').set({ read_seq: 29, unread: 16 }).where('member_id', '=', ids.his).execute()
  const runUnread = await openDocument()
  const first = await placeOf(31)
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(400)
  await runUnread()
  expect(Math.abs((await placeOf(31)) - first)).toBeLessThan(2)

  // Ways to answer a first message are in the document, and nothing moves when the page begins to run.
  const third = await product.testServer.member({ gender: 'woman' })
  const socket = await third.connect()
  const words = { trackerId: third.session.clickid, angelId: ids.his, clientMessageId: randomUUID() }
  await socket.send('chat', { ...words, msg: 'Ultimo' })
  socket.close()
  await page.goto(product.at(`/chats/${third.session.angelId}`), { waitUntil: 'commit' })
  await page.getByRole('group', { name: 'Spunti' }).waitFor()
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.waitForLoadState('networkidle')
  expect(await shiftOf(page)).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a photo is pasted and dropped, and a recorded voice message plays on the other side', async () => {
  const [his, hers] = await Promise.all([
    openMember(product, { form: { username: 'Ugo' } }, sizes.desktop),
    openMember(product, { gender: 'woman' }, sizes.phone),
  ])
  const ids = [his, hers].map(({ member }) => member.session.angelId) as [string, string]
  await product.testServer.database.db.updateTable('members').set({ level: 2 }).where('id', 'in', ids).execute()
  await acquaint(his.member, hers.member)
  await hearsTone(his.page)
  await open(product, his.page, `/chats/${ids[1]}`)
  await open(product, hers.page, `/chats/${ids[0]}`)
  await his.page.getByRole('log').getByText('Passeggiata?').waitFor()

  const picture = (await jpeg(3)).toString('base64')
  const give = (kind: 'paste' | 'drop', type = 'image/jpeg') =>
    his.page.getByRole('textbox', { name: 'Scrivi un messaggio' }).evaluate(
      (field, { how, format, base64 }) => {
        const files = new DataTransfer()
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        files.items.add(new File([bytes], 'io', { type: format }))
        const options = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          how === 'paste'
            ? new ClipboardEvent(how, { ...options, clipboardData: files })
            : new DragEvent(how, { ...options, dataTransfer: files }),
        )
      },
      { how: kind, format: type, base64: type === 'image/jpeg' ? picture : '' },
    )
  const photo = his.page.getByRole('dialog', { name: /^Una foto per / })
  await give('paste')
  await photo.getByRole('img', { name: 'La foto che stai per inviare' }).waitFor()
  await photo.getByRole('button', { name: 'Annulla' }).click()
  await photo.waitFor({ state: 'detached' })
  await give('drop', 'application/pdf')
  await photo.getByRole('alert').getByText('Questo file non è una foto').waitFor()
  expect(await photo.getByRole('button', { name: 'Invia' }).count()).toBe(0)
  await photo.getByRole('button', { name: 'Annulla' }).click()
  await photo.waitFor({ state: 'detached' })
  await give('drop')
  await photo.getByRole('button', { name: 'Invia', exact: true }).click()
  await photo.waitFor({ state: 'detached' })
  const received = hers.page.getByRole('log').getByRole('img', { name: 'Foto di Ugo' })
  const show = hers.page.getByRole('button', { name: 'Mostra la foto' })
  await show.waitFor()
  expect(await received.count()).toBe(0)
  await show.click()
  await expect
    .poll(() => received.evaluate((image: HTMLImageElement) => image.naturalWidth), polling)
    .toBeGreaterThan(0)

  await his.page.getByRole('button', { name: 'Messaggio vocale' }).click()
  const voice = his.page.getByRole('dialog', { name: /^Un messaggio vocale per / })
  await voice.getByText('L’invio non costa nulla').waitFor()
  await voice.getByRole('button', { name: 'Inizia a registrare' }).click()
  await voice.getByRole('timer').getByText('0:01').waitFor()
  await voice.getByRole('button', { name: 'Ferma' }).click()
  await voice.getByRole('group', { name: /^Il tuo messaggio vocale, 0:0[1-9]$/ }).waitFor()
  await voice.getByRole('button', { name: 'Invia', exact: true }).click()
  await voice.waitFor({ state: 'detached' })
  const player = hers.page.getByRole('group', { name: /^Messaggio vocale di Ugo, 0:0[1-9]$/ })
  await player.waitFor()
  const heights = await player.locator('i').evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.height))
  expect([heights.length, heights.at(-1) !== heights[0]]).toEqual([64, true])
  await player.getByRole('button', { name: 'Ascolta' }).click()
  const place = player.getByRole('slider', { name: 'Punto del messaggio vocale' })
  await expect.poll(async () => Number(await place.inputValue()), polling).toBeGreaterThan(0)

  // A dialog opened from a menu with the mouse has the focus, so Escape closes it.
  await his.page.getByRole('button', { name: 'Altre azioni', exact: true }).click()
  await his.page.getByRole('menuitem', { name: 'Segnala' }).click()
  const report = his.page.getByRole('dialog', { name: 'Che cosa non va?' })
  await expect.poll(() => report.evaluate((dialog) => dialog.contains(document.activeElement)), polling).toBe(true)
  await his.page.keyboard.press('Escape')
  await report.waitFor({ state: 'detached' })

  // In the document both have their room, so that nothing moves when they are shown.
  await open(product, his.page, `/chats/${ids[1]}`)
  const log = his.page.getByRole('log')
  await log.getByRole('img', { name: 'La tua foto' }).waitFor()
  await log.getByRole('group', { name: /^Il tuo messaggio vocale/ }).waitFor()
  expect(await shiftOf(his.page)).toBe(0)
  expect([his.problems, hers.problems]).toEqual([[], []])
  await Promise.all([his.context.close(), hers.context.close()])
})

test('the composer says what stays covered before a first message is sent, and nothing in an answer', async () => {
  const [him, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  const { page, context, member } = him
  await open(product, page, `/chats/${her.session.angelId}`)
  const composer = page.getByRole('textbox', { name: 'Scrivi un messaggio' })
  const note = page.getByText('Fino alla sua risposta resta nascosto')
  await composer.fill('Bene grazie.Io sono di Milano')
  await page.getByText(/primo messaggio/).waitFor()
  expect(await note.count()).toBe(0)
  await composer.fill('Chiamami al 347 123 4567')
  await note.waitFor()
  expect(await note.textContent()).toContain('347 123 4567')
  // Once the other member has written, an answer shows everything.
  const hers = await her.connect()
  await hers.send('chat', {
    msg: 'Ciao',
    trackerId: her.session.clickid,
    angelId: member.session.angelId,
    clientMessageId: randomUUID(),
  })
  await note.waitFor({ state: 'detached' })
  hers.close()
  await context.close()
})
