import { afterAll, beforeAll, expect, test } from 'vitest'
import { move } from '#server/modules/credits/index.ts'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('a report about a person shows their photos, and by a key leads to the file with all of them and the restrictions', async () => {
  const { testServer } = product
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  for (const seed of [1, 2]) expect((await upload(testServer, her, await jpeg(seed))).status).toBe(200)
  const { status } = await testServer.call('/api/report', {
    token: him.token,
    body: { angelId: her.session.angelId, reason: 'fake', text: 'Foto di un’attrice' },
  })
  expect(status).toBe(200)

  await testServer.database.db.transaction().execute((tx) =>
    move(tx, {
      memberId: her.session.angelId,
      brandId: 'local',
      account: 'likes',
      house: 'gifts',
      amount: 5,
      key: 'refill:1',
      at: new Date(),
    }),
  )

  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path: '/local/queue',
  })
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText('The main photo', { exact: true }).waitFor()
  await profile.getByText('A photo of the profile', { exact: true }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'queue-person')

  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Photos', level: 2 }).waitFor()
  await page.keyboard.press('p')
  await page.getByText('The main photo', { exact: true }).waitFor()
  await page.getByText('Others see it', { exact: true }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'file-photos')
  await page.keyboard.press('l')
  await page.getByRole('region', { name: 'Movements of credits' }).getByRole('row').nth(1).waitFor()
  await picture(page, 'file-ledger')
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByRole('heading', { name: 'Restrict this member?' }).waitFor()
  await page.keyboard.press('Escape')

  // What was opened in the file has the reason with which the file was.
  const { rows } = await testServer.database.pool.query<{ action: string; n: number }>(
    'select action, count(*)::int as n from audit_entries where staff_id is not null group by 1 order by 1',
  )
  expect(rows).toEqual([
    { action: 'case_file_opened', n: 2 },
    { action: 'case_opened', n: 1 },
    { action: 'member_ledger_read', n: 1 },
    { action: 'member_opened', n: 1 },
    { action: 'member_photo_opened', n: 2 },
  ])
  expect(problems).toEqual([])
  await context.close()
})
