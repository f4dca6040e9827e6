import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('who reads an appeal about removed texts reads what was removed, on a phone as well, and gives it back', async () => {
  const { testServer } = product
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const herId = her.session.angelId
  const texts = { about: 'Chiamami al 333 123', looking_for: 'Qualcuno con cui ballare' }
  await testServer.database.db.updateTable('members').set(texts).where('id', '=', herId).execute()
  const shown = async () =>
    (await testServer.database.pool.query('select about, looking_for from members where id = $1', [herId])).rows
  const reported = await testServer.call('/api/report', {
    token: him.token,
    body: { angelId: herId, reason: 'spam', text: 'C’è un numero', content: { kind: 'profile' } },
  })
  expect(reported.status).toBe(200)

  const first = await openConsole(product, { role: 'moderator', name: 'Ada', path: '/local/queue' })
  await first.page.getByText('C’è un numero').waitFor()
  await first.page.keyboard.press('r')
  await first.page.getByRole('button', { name: 'Decide', exact: true }).click()
  await first.page.getByText('Nothing waits').waitFor()
  await expect.poll(shown, { ...polling, timeout: 30_000 }).toEqual([{ about: '', looking_for: '' }])

  const { rows } = await testServer.database.pool.query<{ id: string }>(
    'select id from restrictions where member_id = $1',
    [herId],
  )
  const appeal = await testServer.call(`/api/cases/${rows[0]?.id}/appeal`, {
    token: her.token,
    body: { text: 'È il numero del bar' },
  })
  expect(appeal.status).toBe(200)

  const second = await openConsole(product, { role: 'moderator', name: 'Grace', path: '/local/queue' })
  const { page } = second
  await page.getByText('È il numero del bar').waitFor()
  await page.getByRole('heading', { name: 'What was removed' }).waitFor()
  for (const text of Object.values(texts)) await page.getByText(text, { exact: true }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'appeal-removed')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText(texts.about, { exact: true }).scrollIntoViewIfNeeded()
  await picture(page, 'appeal-removed-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('r')
  await page.getByLabel('Answer to the member').fill('Ha ragione.')
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await expect.poll(shown, { ...polling, timeout: 30_000 }).toEqual([texts])
  expect([...first.problems, ...second.problems]).toEqual([])
  await Promise.all([first, second].map(({ context }) => context.close()))
})
