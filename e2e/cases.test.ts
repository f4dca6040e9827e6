import { afterAll, beforeAll, expect, test } from 'vitest'
import { clauseOf } from '#server/modules/moderation/decisions/clauses.ts'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { open } from './parts/pages.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const french = { ...sizes.phone, locale: 'fr-FR' }

test('a report becomes a suspension with its reasons, an appeal and an outcome that both read on a phone, each in their language', async () => {
  const her = await openMember(product, { gender: 'woman', form: { language: 'fr' } }, french)
  const him = await openMember(product, {}, sizes.phone)

  // He reports her texts from her page.
  await open(product, him.page, `/user/${her.member.session.angelId}`)
  await him.page.getByRole('button', { name: 'Altre azioni' }).first().click()
  await him.page.getByRole('menuitem', { name: 'Segnala' }).click()
  const dialog = him.page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Insulta o minaccia' }).check()
  await dialog.getByLabel('Vuoi aggiungere').pressSequentially('Mi ha scritto cose orribili')
  await picture(him.page, 'report')
  await dialog.getByRole('button', { name: 'Segnala', exact: true }).click()
  await dialog.getByRole('link', { name: 'Le tue segnalazioni' }).click()
  await him.page.getByRole('heading', { name: 'Le tue segnalazioni' }).waitFor()
  await him.page.getByText('In esame').waitFor()
  expect(await faults(him.page)).toEqual([])

  // By keys alone: suspend, take it back, suspend for a week.
  const first = await openConsole(product, { role: 'moderator', name: 'Ada', path: '/local/queue' })
  await first.page.getByText('Mi ha scritto cose orribili').waitFor()
  expect(await faults(first.page)).toEqual([])
  await picture(first.page, 'queue')
  await first.page.keyboard.press('s')
  await first.page.getByLabel('Days').fill('7')
  await picture(first.page, 'queue-suspend')
  await first.page.getByLabel('Days').press('Enter')
  await first.page.getByText('Decided. It takes effect in a few seconds.').waitFor()
  await first.page.keyboard.press('z')
  await first.page.getByText('Mi ha scritto cose orribili').waitFor()
  expect(await statesOf(her.member.session.angelId)).toBe('active')
  await first.page.keyboard.press('s')
  await first.page.getByLabel('Days').fill('7')
  await first.page.getByLabel('Days').press('Enter')
  await first.page.getByText('Nothing waits').waitFor()
  await expect.poll(() => statesOf(her.member.session.angelId), { ...polling, timeout: 30_000 }).toBe('suspended')

  // Who reported hears what came of it.
  await product.testServer.mailTo(him.member.email, 'letto la tua segnalazione')
  await open(product, him.page, '/cases')
  await him.page.getByText('Siamo intervenuti').waitFor()
  expect(await faults(him.page)).toEqual([])
  await picture(him.page, 'report-decided')

  // Her session has ended; the link of the mail leads to the reasons and takes the appeal.
  const mail = await product.testServer.mailTo(her.member.email)
  const link = /\S+\/cases\?token=\S+/.exec(mail.text)?.[0] ?? ''
  expect(new URL(link).pathname).toBe('/cases')
  const phone = await openVisitor(product, french)
  await open(product, phone.page, `/cases${new URL(link).search}`)
  await phone.page.getByText('En vigueur').waitFor()
  const reasons = clauseOf('harassment').facts.fr
  expect(mail.text).toContain(reasons)
  await phone.page.getByText(reasons).waitFor()
  expect(await faults(phone.page)).toEqual([])
  await picture(phone.page, 'statement')
  await phone.page.getByText('Je pense que c’est une erreur').click()
  await phone.page.getByLabel('Pourquoi ?').pressSequentially('Ce n’était pas moi')
  await phone.page.getByRole('button', { name: 'Envoyer le recours' }).click()
  await phone.page.getByText('Une autre personne le lit').waitFor()

  // Never by the person who decided.
  await first.page.getByRole('button', { name: 'Look again' }).click()
  await first.page.getByText('Nothing waits').waitFor()
  const second = await openConsole(product, { role: 'moderator', name: 'Grace', path: '/local/queue' })
  await second.page.getByText('Ce n’était pas moi').waitFor()
  expect(await faults(second.page)).toEqual([])
  await picture(second.page, 'appeal')
  await second.page.keyboard.press('r')
  await second.page.getByLabel('Answer to the member').fill('Vous avez raison, c’était un autre profil.')
  await second.page.getByRole('button', { name: 'Decide' }).click()
  await expect.poll(() => statesOf(her.member.session.angelId), { ...polling, timeout: 30_000 }).toBe('active')

  expect((await product.testServer.mailTo(her.member.email, 'recours')).text).toContain('c’était un autre profil')
  await phone.page.reload()
  await phone.page.getByText('Vous aviez raison').waitFor()
  await phone.page.getByText('Vous avez raison, c’était un autre profil.').waitFor()
  await picture(phone.page, 'outcome')
  await open(product, him.page, '/cases')
  await him.page.getByText('Insulta o minaccia').waitFor()
  expect([...her.problems, ...him.problems, ...phone.problems, ...first.problems, ...second.problems]).toEqual([])
  await Promise.all([her, him, phone, first, second].map(({ context }) => context.close()))
})

const statesOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await product.testServer.database.pool.query<{ state: string }>(
    'select state from members where id = $1',
    [id],
  )
  return rows[0]?.state
}
