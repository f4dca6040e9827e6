import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moderatePhotos } from '#server/commands/photos.ts'
import { emailQueue } from '#server/modules/outreach/index.ts'
import { jpeg, picture } from '#server/modules/photos/testing/pictures.ts'
import { createLocalStorage } from '#server/platform/storage/local.ts'
import { faults } from './parts/axe.ts'
import { open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const tiles = (page: Page) => page.locator('#photos li img')
const sources = (page: Page) => tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('src') ?? ''))
const file = async (seed: number) => ({ name: `${seed}.jpg`, mimeType: 'image/jpeg', buffer: await jpeg(seed) })

/** Uploads each picture with the suggested crop. */
async function upload(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const before = (await album(page)).photos
  await page.getByLabel('Scegli le foto').setInputFiles(files)
  for (let n = 1; n <= files.length; n += 1) {
    await page.getByRole('button', { name: 'Usa questa foto' }).click()
    await expect.poll(() => album(page), polling).toEqual({ photos: before + n, failures: [] })
  }
}

/** The number of uploaded photos, and the messages of failed uploads. */
const album = async (page: Page) => ({
  photos: await page.locator('#photos li img[src^="/media/"]').count(),
  failures: await page.locator('#photos [role=alert]').allTextContents(),
})

/** Runs the moderators' command. */
async function moderate(...args: string[]): Promise<void> {
  const said = await moderatePhotos([...args, '--brand', 'local'], {
    db: product.testServer.database.db,
    storage: createLocalStorage(join(product.testServer.config.dataDir, 'storage')),
    enqueueEmail: emailQueue(() => new Date()),
    clock: () => new Date(),
    brandKeys: ['local'],
    user: 'root',
  })
  expect(said).toMatchObject({ ok: true })
}

test('photos are cropped, uploaded, ordered with the keyboard, deleted and restored', async () => {
  const { page, context, problems, member } = await openMember(product, { gender: 'woman' }, sizes.phone)
  await open(product, page, '/profile')
  await page.getByLabel('Scegli le foto').setInputFiles([await file(1)])
  await page.getByRole('button', { name: 'Ruota' }).click()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Usa questa foto' }).click()
  await expect.poll(() => page.locator('#photos li img[src^="/media/"]').count(), polling).toBe(1)
  await upload(page, [await file(2), await file(3)])
  const [first = '', second = '', third = ''] = await sources(page)
  expect(await faults(page)).toEqual([])

  await page.getByRole('button', { name: 'Rendi principale la foto 3' }).press('Enter')
  await expect.poll(() => sources(page), polling).toEqual([third, first, second])
  // The focus stays on the button that moved the photo.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused, polling).toBe('Rendi principale la foto 1')
  await page.getByRole('status').getByText('La foto ora è al posto 1.').waitFor()
  const saved = page.waitForResponse((response) => response.url().endsWith('/order'))
  await page.getByRole('button', { name: 'Sposta dopo la foto 2' }).press('Enter')
  await expect.poll(() => sources(page), polling).toEqual([third, second, first])
  await expect.poll(focused, polling).toBe('Sposta dopo la foto 3')
  await page.keyboard.press('Enter')
  expect(await sources(page)).toEqual([third, second, first])
  await saved
  // With the mouse.
  const tile = (number: number) => page.locator('#photos li').nth(number - 1)
  const dragged = page.waitForResponse((response) => response.url().endsWith('/order'))
  await tile(1).dragTo(tile(2))
  await expect.poll(() => sources(page), polling).toEqual([second, third, first])
  await dragged
  const back = page.waitForResponse((response) => response.url().endsWith('/order'))
  await tile(2).dragTo(tile(1))
  await expect.poll(() => sources(page), polling).toEqual([third, second, first])
  await back
  await page.reload()
  await expect.poll(() => sources(page), polling).toEqual([third, second, first])

  await page.getByRole('button', { name: 'Elimina la foto 1' }).click()
  await expect.poll(() => sources(page), polling).toEqual([second, first])
  await page.getByRole('button', { name: 'Annulla' }).click()
  await expect.poll(() => sources(page), polling).toEqual([third, second, first])

  // A file that is no picture is refused and changes nothing.
  await page
    .getByLabel('Scegli le foto')
    .setInputFiles([{ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }])
  await page.getByText('Questo file non è una foto').waitFor()
  expect(problems).toEqual([])

  const viewer = await openMember(product, {}, sizes.phone)
  await open(product, viewer.page, `/user/${member.session.angelId}`)
  const gallery = viewer.page.getByRole('group', { name: /^Foto di / })
  await gallery.press('ArrowRight')
  await viewer.page.getByText('2 / 3').waitFor()
  await viewer.page.getByRole('button', { name: 'Foto 3', exact: true }).click()
  await viewer.page.getByText('3 / 3').waitFor()
  await expectZoom(viewer.page)
  expect(await faults(viewer.page)).toEqual([])
  expect(viewer.problems).toEqual([])
  await Promise.all([context.close(), viewer.context.close()])
})

/** Enlarges the last photo in each way, moves it, and swipes to the one before it once it is whole again. */
async function expectZoom(page: Page): Promise<void> {
  const box = (await page.getByRole('group', { name: /^Foto di / }).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly (readonly [number, number])[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(([x, y], id) => ({ x: box.x + x, y: box.y + y, id })),
    })
  const tapTwice = async () => {
    for (const type of ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const)
      await touch(type, ...(type === 'touchStart' ? [[100, 80] as const] : []))
  }
  const zoom = () =>
    page.getByRole('img', { name: 'Foto 3 di ' }).evaluate((photo) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(photo).transform)
      return [a, e, f, visualViewport?.scale]
    })
  // Two fingers: what was between them stays there.
  await touch('touchStart', [100, 200], [200, 200])
  await touch('touchMove', [75, 200], [225, 200])
  await touch('touchMove', [50, 200], [250, 200])
  await touch('touchEnd')
  await expect.poll(zoom, polling).toEqual([2, -150, -200, 1])
  // One finger moves the photo and does not swipe to the next.
  await touch('touchStart', [100, 200])
  await touch('touchMove', [180, 150])
  await touch('touchEnd')
  await expect.poll(zoom, polling).toEqual([2, -70, -250, 1])
  await tapTwice()
  await expect.poll(zoom, polling).toEqual([1, 0, 0, 1])
  await tapTwice()
  await expect.poll(zoom, polling).toEqual([2.5, -150, -120, 1])
  await page.getByRole('button', { name: 'Mostra la foto intera' }).tap()
  await expect.poll(zoom, polling).toEqual([1, 0, 0, 1])
  const group = page.getByRole('group', { name: /^Foto di / })
  await group.press('+')
  await group.press('+')
  await expect.poll(async () => (await zoom())[0], polling).toBe(2.25)
  const [, before] = await zoom()
  await group.press('ArrowRight')
  await expect.poll(async () => (await zoom())[1], polling).toBe((before ?? 0) - 60)
  await group.press('-')
  await expect.poll(async () => (await zoom())[0], polling).toBe(1.5)
  await group.press('Escape')
  await expect.poll(zoom, polling).toEqual([1, 0, 0, 1])
  await page.getByText('3 / 3').waitFor()
  await touch('touchStart', [60, 200])
  for (let x = 90; x < box.width; x += 30) await touch('touchMove', [x, 200])
  await touch('touchEnd')
  await page.getByText('2 / 3').waitFor()
}

test('an interrupted upload waits for the network, goes on after a reload, and sends only what is missing', async () => {
  const { page, context, member } = await openMember(product, {}, sizes.desktop)
  await open(product, page, '/profile')
  const offsets: string[] = []
  let isAway = false
  await page.route('**/api/upload/**', async (route) => {
    const request = route.request()
    const isPart = request.method() === 'PATCH'
    // A part does not arrive, and neither does anything until the network is back.
    if (isPart && [1, 3].includes(offsets.length)) isAway = true
    if (isAway) return route.abort('connectionreset')
    if (isPart) offsets.push(request.headers()['upload-offset'] ?? '')
    await route.continue()
  })
  // Noise stays large: several parts.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const large = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#888', noise } })
  const buffer = await large.jpeg({ quality: 100 }).toBuffer()
  await page.getByLabel('Scegli le foto').setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }])
  await page.getByRole('button', { name: 'Usa questa foto' }).click()
  await page.getByText('Riparte appena torna la rete').waitFor()
  expect(offsets).toEqual(['0'])
  expect(await faults(page)).toEqual([])
  offsets.push('away')
  isAway = false
  await expect.poll(() => offsets.length, polling).toBe(3)
  await page.getByText('Riparte appena torna la rete').waitFor()
  await page.reload()
  await page.getByText('Riparte appena torna la rete').waitFor()
  expect(offsets).toHaveLength(3)
  offsets.push('loaded again')
  isAway = false
  await expect.poll(() => album(page), polling).toEqual({ photos: 1, failures: [] })
  expect(offsets.slice(0, 5)).toEqual(['0', 'away', String(256 * 1024), 'loaded again', String(512 * 1024)])
  const left = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('photos')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('uploads').objectStore('uploads').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
  expect(left).toBe(0)
  const { rows } = await product.testServer.database.pool.query(
    'select received = size_bytes as whole, photo_id is not null as done from photo_uploads where member_id = $1',
    [member.session.angelId],
  )
  expect(rows).toEqual([{ whole: true, done: true }])
  await context.close()
})

test('an upload is tried for as long as it takes, and can be cancelled', async () => {
  const { page, context, member } = await openMember(product, {}, sizes.desktop)
  await open(product, page, '/profile')
  await page.clock.install()
  let tries = 0
  let isBroken = true
  await page.route('**/api/upload/**', (route) => {
    tries += 1
    return isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue()
  })
  const choose = async (seed: number) => {
    await page.getByLabel('Scegli le foto').setInputFiles([await file(seed)])
    await page.getByRole('button', { name: 'Usa questa foto' }).click()
  }
  const waits = page.getByText('Riparte appena torna la rete')
  await choose(21)
  for (let failures = 1; failures <= 12; failures += 1) {
    await expect.poll(() => tries, polling).toBe(failures)
    await waits.waitFor()
    if (failures === 12) isBroken = false
    await page.clock.fastForward(30_000)
  }
  await expect.poll(() => album(page), polling).toEqual({ photos: 1, failures: [] })
  isBroken = true
  await choose(22)
  await waits.waitFor()
  await page.getByRole('button', { name: 'Annulla l’invio della foto' }).click()
  await waits.waitFor({ state: 'detached' })
  const before = tries
  await page.clock.fastForward(60_000)
  expect(tries).toBe(before)
  await page.reload()
  await expect.poll(() => album(page), polling).toEqual({ photos: 1, failures: [] })
  expect(await waits.count()).toBe(0)
  const { rows } = await product.testServer.database.pool.query(
    'select count(*)::int as n from member_photos where member_id = $1',
    [member.session.angelId],
  )
  expect(rows).toEqual([{ n: 1 }])
  await context.close()
})

test('a refused photo immediately shows the reason and how to appeal', async () => {
  const { page, context } = await openMember(product, {}, sizes.desktop)
  await open(product, page, '/profile')
  const buffer = await (await picture(5)).png().toBuffer()
  await upload(page, [{ name: 'a.png', mimeType: 'image/png', buffer }])
  const { db } = product.testServer.database
  const { id } = await db
    .selectFrom('member_photos')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await moderate('refuse', '--id', id, '--reason', 'no_face')
  const reason = page.getByText('Rifiutata: non ti si riconosce')
  await reason.waitFor()
  // The whole phrase can be read within the tile.
  const ends = (locator: typeof reason) => locator.evaluate((element) => element.getBoundingClientRect().right)
  expect(await ends(reason)).toBeLessThanOrEqual(await ends(page.getByRole('listitem').filter({ has: reason })))
  await page.getByText('la riguarda una persona diversa').waitFor()
  expect(await faults(page)).toEqual([])
  await context.close()
})

test('a photo is verified by a gesture, and no longer once another one is the main photo', async () => {
  const [{ page, context, member }, viewer] = await Promise.all([
    openMember(product, { form: { username: 'Nico' } }, sizes.phone),
    openMember(product, { gender: 'woman' }, sizes.desktop),
  ])
  await open(product, page, '/profile')
  await upload(page, [await file(31), await file(32)])
  const row = page.getByRole('group', { name: 'Verifica della foto' })
  await row.getByRole('button', { name: 'Verifica la foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verifica la foto' })
  await dialog.getByText('Il tuo gesto').waitFor()
  await dialog.getByLabel('Scegli l’immagine con il gesto').setInputFiles([await file(33)])
  await dialog.getByRole('img', { name: 'La tua immagine con il gesto' }).waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Invia', exact: true }).click()
  await row.getByText('In controllo').waitFor()
  const { db } = product.testServer.database
  const { id } = await db
    .selectFrom('photo_verifications')
    .select('id')
    .where('member_id', '=', member.session.angelId)
    .executeTakeFirstOrThrow()
  await moderate('verify', 'approve', '--id', id)
  await page.reload()
  await row.getByText('Verificata', { exact: true }).waitFor()
  const mark = viewer.page.getByText(/^Foto verificata da una persona/)
  await open(product, viewer.page, `/user/${member.session.angelId}`)
  await mark.waitFor()
  const ordered = page.waitForResponse((response) => response.url().endsWith('/order'))
  await page.getByRole('button', { name: 'Rendi principale la foto 2' }).press('Enter')
  await ordered
  await viewer.page.reload()
  await viewer.page.getByRole('heading', { level: 1, name: /^Nico/ }).waitFor()
  expect(await mark.count()).toBe(0)
  await context.close()
  await viewer.context.close()
})
