import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRefusals } from './parts/page-problems.ts'
import { faults } from './parts/axe.ts'
import { open } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'
import { fillSignup } from './parts/sign-up.ts'

/** What people type and upload, key by key. */

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('a mistyped provider is asked about, and corrected with one tap or kept', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.phone)
  await page.goto(product.at('/signup'))
  const email = page.locator('#email')
  const question = page.getByRole('status').filter({ hasText: 'Intendevi' })
  await email.pressSequentially('mario.rossi@gmail.con')
  await email.press('Tab')
  await expect.poll(() => question.textContent(), polling).toContain('mario.rossi@gmail.com')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sì, correggi' }).tap()
  expect([await email.inputValue(), await question.count()]).toEqual(['mario.rossi@gmail.com', 0])

  await email.fill('mario@hotmial.it')
  await email.press('Tab')
  await page.getByRole('button', { name: 'No, è giusto così' }).tap()
  await email.focus()
  await email.press('Tab')
  expect([await email.inputValue(), await question.count()]).toEqual(['mario@hotmial.it', 0])
  expect(problems).toEqual([])
  await context.close()
})

test('a town that was typed and not picked is named under its field, and the region stays as it is', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.phone)
  await page.goto(product.at('/signup'))
  const typeTown = async () => {
    await page.locator('#city').pressSequentially('Rom')
    await page.locator('#city').press('Escape')
  }
  await fillSignup(
    page,
    { email: 'rom@person.example.com', sono: 'donna', cerco: 'uomo', age: '30', region: 'Lazio' },
    typeTown,
  )
  const summary = page.getByRole('alert').getByRole('link')
  await expect.poll(() => summary.allTextContents(), polling).toEqual([expect.stringContaining('«Rom» in Lazio')])
  expect(await summary.getAttribute('href')).toBe('#city')
  expect([
    await page.locator('#region').inputValue(),
    await page.locator('#region').getAttribute('aria-invalid'),
  ]).toEqual(['Lazio', null])
  expect(withRefusals(problems)).toEqual(['400 /api/users/register'])
  await context.close()
})

test('what was chosen and typed before the script came stays as it is', async () => {
  const { page, context, problems } = await openVisitor(product, sizes.phone)
  let come = () => {}
  const scripts = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto(product.at('/signup'), { waitUntil: 'commit' })
  await page.locator('#region').selectOption('Lazio')
  await page.locator('#city').pressSequentially('Rom')
  come()
  await page.locator('#city[role=combobox]').waitFor()
  await page.locator('#email').fill('before@person.example.com')
  expect([await page.locator('#region').inputValue(), await page.locator('#city').inputValue()]).toEqual([
    'Lazio',
    'Rom',
  ])
  // Another region has other towns.
  await page.locator('#region').selectOption('Umbria')
  await expect.poll(() => page.locator('#city').inputValue(), polling).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('what a member typed, chose and sent before the script came is taken', async () => {
  const [him, her] = await Promise.all([
    openMember(product, {}, sizes.phone),
    product.testServer.member({ gender: 'woman' }),
  ])
  const { page, context, member, problems } = him
  await product.testServer.database.db
    .updateTable('members')
    .set({ level: 2 })
    .where('id', 'in', [member.session.angelId, her.session.angelId])
    .execute()
  let come = () => {}
  const withoutScript = async (path: string, early: () => Promise<void>) => {
    const scripts = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route('**/assets/*.js', (route) => scripts.then(() => route.continue()))
    await page.goto(product.at(path), { waitUntil: 'commit' })
    await early()
    come()
  }
  const composer = page.getByRole('textbox', { name: 'Scrivi un messaggio' })
  await withoutScript(`/chats/${her.session.angelId}`, async () => {
    await composer.pressSequentially('Ciao, come va')
    // It looks as for an empty field, and takes the press.
    await page.getByRole('button', { name: 'Invia', exact: true }).click({ force: true })
    await composer.pressSequentially('?')
  })
  await page.getByRole('log').getByText('Ciao, come va?').waitFor()
  await expect.poll(() => composer.inputValue(), polling).toBe('')

  await withoutScript('/profile', async () => {
    await page.getByLabel('Due righe su di te').pressSequentially('Cammino molto.')
    await page.getByLabel('Altezza').selectOption('180')
  })
  const stored = () =>
    product.testServer.database.db
      .selectFrom('members')
      .select(['about', 'height_cm'])
      .where('id', '=', member.session.angelId)
      .executeTakeFirst()
  await expect.poll(stored, polling).toEqual({ about: 'Cammino molto.', height_cm: 180 })
  expect(problems).toEqual([])
  await context.close()
})

test('a photo of 50 megapixels and more than 12 MB is shrunk by the page', async () => {
  const { page, context, problems } = await openMember(product, { gender: 'woman' }, sizes.phone)
  await open(product, page, '/profile')
  const [width, height] = [8160, 6144]
  const file = join(tmpdir(), `big-${randomUUID()}.jpg`)
  const noise = await sharp({
    create: {
      width: 2040,
      height: 1536,
      channels: 3,
      background: '#a86',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .resize(width, height, { kernel: 'nearest' })
    .jpeg({ quality: 97 })
    .toFile(file)
  expect(noise.size).toBeGreaterThan(12 * 1024 * 1024)
  await page.getByLabel('Scegli le foto').setInputFiles(file)
  await page.getByRole('button', { name: 'Usa questa foto' }).click({ timeout: 60_000 })
  await expect
    .poll(() => page.locator('#photos li img[src^="/media/"]').count(), { ...polling, timeout: 60_000 })
    .toBe(1)
  expect(problems).toEqual([])
  await context.close()
  await rm(file)
})
