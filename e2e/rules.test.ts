import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCase } from '#server/modules/cases/index.ts'
import { conversationId, newId } from '#server/platform/ids.ts'
import type { TestMember } from '#test/support/test-server.ts'
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

const hour = 3_600_000
const idOf = (member: TestMember): string => member.session.angelId
const run = (text: string, ...values: unknown[]) => product.testServer.database.pool.query(text, values)

/** A new account that sends one text to eight members, within its first hours. */
async function copier(readers: readonly TestMember[], hoursAgo: number): Promise<TestMember> {
  const member = await product.testServer.member()
  const at = new Date(Date.now() - hoursAgo * hour)
  await run('update members set created_at = $2 where id = $1', idOf(member), new Date(at.getTime() - 2 * hour))
  for (const [n, reader] of readers.entries()) {
    const id = conversationId(idOf(member), idOf(reader))
    await run(
      `insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at)
       select $1, pool_id, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), $2::uuid < $3::uuid, $2::uuid > $3::uuid, $4
       from members where id = $2`,
      id,
      idOf(member),
      idOf(reader),
      at,
    )
    await run(
      `insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
       values ($1, 1, $2, $3, $2, $4, true, 0, 1, $5)`,
      id,
      newId(),
      idOf(member),
      n === 0
        ? 'Hai visto anche tu la mostra al museo, e ti è piaciuta?'
        : `Ciao, ho visto il tuo profilo e vorrei tanto conoscerti, scrivimi su www.example.com numero ${n}`,
      at,
    )
  }
  return member
}

test('a moderator reads why a case is urgent, writes a rule and simulates it; an owner sets it to work', async () => {
  const readers = await Promise.all(Array.from({ length: 8 }, () => product.testServer.member({ gender: 'woman' })))
  const [first] = [await copier(readers, 1), await copier(readers, 200), await copier(readers, 300)]
  await openCase(product.testServer.database.db, {
    brandId: 'local',
    kind: 'profile',
    subjectId: idOf(first!),
    memberId: idOf(first!),
    at: new Date(),
  })
  const moderator = await openConsole(product, { role: 'moderator', name: 'Ada', path: '/local/queue' })
  const { page } = moderator
  await page.getByText('8 first messages in 24 hours, 7 of them alike').waitFor()
  await page.getByText('The account is 3 hours old').waitFor()
  await page.getByText('7 first messages with links or contact details').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'why-now')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'why-now')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Reported by several people' }).waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Copies of the first day')
  await dialog.getByLabel('Number').fill('6')
  await dialog.getByLabel('Reason').fill('A wave of copies')
  expect(await faults(page)).toEqual([])
  await picture(page, 'rule-new')
  await dialog.getByRole('button', { name: 'Save the draft' }).click()
  const rule = page.getByRole('article', { name: 'Copies of the first day' })
  await rule.getByRole('button', { name: 'Simulate', exact: true }).click()
  await rule.getByText('It would have queued 3 members.').waitFor()
  await rule.getByText('Too few were looked at to say how often the rule is right.').waitFor()
  await rule.getByText('An owner sets it to work.').waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'rules')
  await rule.getByRole('button', { name: 'Samples' }).click()
  await expect.poll(() => dialog.getByText('8 first messages in 24 hours, 7 of them alike').count(), polling).toBe(3)
  await picture(page, 'rule-samples')
  expect(moderator.problems).toEqual([])

  const owner = await openConsole(product, { role: 'owner', name: 'Grace', path: '/local/rules' })
  const theirs = owner.page.getByRole('article', { name: 'Copies of the first day' })
  await theirs.getByRole('button', { name: 'Set to work' }).click()
  await owner.page.getByRole('dialog').getByLabel('Reason').fill('Simulated, and right')
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Set to work' }).click()
  await theirs.getByText('At work', { exact: true }).waitFor()
  await theirs.getByText('It has met no member.').waitFor()
  await picture(owner.page, 'rules-live')
  expect(owner.problems).toEqual([])
})
