import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '#test/support/test-server.ts'
import { faults } from './parts/axe.ts'
import { goTo, open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const says = async (member: TestMember, body: object): Promise<void> => {
  const path = `/api/users/${member.session.clickid}`
  expect((await product.testServer.call(path, { method: 'PUT', token: member.token, body })).status).toBe(200)
}

test('what two have in common: a person picked for today with the reason, and first words from their answer', async () => {
  const region = 'Molise'
  const { testServer } = product
  const { context, page, member, problems } = await openMember(product, { region }, sizes.phone)
  const her = await testServer.member({ region, gender: 'woman', form: { username: 'Livia' } })
  await testServer.member({ region, gender: 'woman', form: { username: 'Nora' } })
  await says(member, { interests: ['sea', 'dogs'] })
  await says(her, { interests: ['sea', 'dogs', 'wine'], prompts: [{ id: 'sunday', answer: 'Al mercato' }] })
  await testServer.database.db
    .updateTable('members')
    .set({ verified_at: new Date(), verified_by: 'gesture' })
    .where('id', '=', her.session.angelId)
    .execute()

  // Above the list, and only members for whom there is a reason.
  await open(product, page, '/find')
  const picks = page.getByRole('region', { name: 'Per te, oggi' })
  await picks.waitFor()
  expect(await picks.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/2 interessi in comune\s*Livia\s*, 30$/),
  ])
  await picks.getByRole('img', { name: /^Foto verificata/ }).waitFor()
  expect(await faults(page)).toEqual([])
  await picks.getByRole('link').click()
  await page.waitForURL(`**/user/${her.session.angelId}`)

  await goTo(page, `/chats/${her.session.angelId}`)
  const ideas = page.getByRole('group', { name: 'Spunti' })
  await ideas.waitFor()
  const offered = await ideas.getByRole('button').allInnerTexts()
  expect(offered).toHaveLength(4)
  expect(offered.slice(0, 2)).toEqual([
    '«Al mercato»: mi racconti di più?',
    'Anche a me piace il mare: spiaggia o scogli?',
  ])
  await ideas.getByRole('button', { name: '«Al mercato»: mi racconti di più?' }).click()
  const field = page.getByRole('textbox', { name: 'Scrivi un messaggio' })
  expect(await field.inputValue()).toBe('«Al mercato»: mi racconti di più?')

  // The way to help is in the menu of the conversation.
  await page.getByRole('button', { name: 'Altre azioni' }).click()
  await page.getByRole('menuitem', { name: 'Sicurezza' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sicurezza' }).waitFor()
  expect(await page.getByRole('link', { name: '1522' }).getAttribute('href')).toBe('tel:1522')
  expect(await faults(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('the verification is proposed beside the first like, and a no is the end of it', async () => {
  const { testServer } = product
  const { context, page, member, problems } = await openMember(product, { gender: 'woman' }, sizes.phone)
  const id = crypto.randomUUID()
  await testServer.database.db
    .insertInto('member_photos')
    .values({
      member_id: member.session.angelId,
      id,
      storage_key: id,
      state: 'approved',
      is_default: true,
      created_at: new Date(),
    })
    .execute()
  const man = await testServer.member()
  const socket = await man.connect()
  await socket.send('like', { trackerId: man.session.clickid, angelId: member.session.angelId })
  socket.close()
  await open(product, page, '/notifications')
  const proposal = page.getByRole('region', { name: 'Verifica della foto' })
  await proposal.getByRole('button', { name: 'Verifica la foto' }).waitFor()
  expect(await faults(page)).toEqual([])
  await proposal.getByRole('button', { name: 'No, grazie' }).click()
  await proposal.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('tab', { name: /^Mi piace/ }).waitFor()
  expect(await proposal.count()).toBe(0)
  expect(problems.filter((problem) => !problem.includes('/media/'))).toEqual([])
  await context.close()
})
