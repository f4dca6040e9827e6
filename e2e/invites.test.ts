import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { withRefusals } from './parts/page-problems.ts'
import { connected, goTo, open } from './parts/pages.ts'
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
        ...flows.of(brand, id === 'invites' || id === 'helped' ? '7' : id),
        ...(id === 'invites' && { id, inviteMode: true }),
        ...(id === 'helped' && { id, concierge: true }),
      }),
    },
  })
})
afterAll(() => product?.close())

const change = (member: TestMember, values: { flow_id?: string; level?: number }) =>
  product.testServer.database.db.updateTable('members').set(values).where('id', '=', member.session.angelId).execute()

test('an invite is the only message until it is accepted, which both see immediately', async () => {
  const [his, hers] = await Promise.all([
    openMember(product, { form: { username: 'Aldo' } }, sizes.phone),
    openMember(product, { gender: 'woman', form: { username: 'Bice' } }, sizes.desktop),
  ])
  const [him, her] = [his.member, hers.member]
  await Promise.all([change(him, { flow_id: 'invites', level: 2 }), change(her, { level: 2 })])
  const [composer, replying] = [his.page, hers.page].map((page) =>
    page.getByRole('textbox', { name: 'Scrivi un messaggio' }),
  ) as [ReturnType<typeof his.page.getByRole>, ReturnType<typeof his.page.getByRole>]
  // By id: a message that was not acknowledged before the page was reloaded is sent twice.
  const sent = new Map<string, boolean | undefined>()
  his.page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, data] = /\["chat",(.*)\]$/.exec(String(payload)) ?? []
      if (data === undefined) return
      const { clientMessageId, precompilato } = JSON.parse(data) as { clientMessageId: string; precompilato?: boolean }
      sent.set(clientMessageId, precompilato)
    }),
  )
  await open(product, hers.page, '/chats')
  await open(product, his.page, `/chats/${her.session.angelId}`)
  await his.page
    .getByText('Il primo messaggio è un invito: potrai scriverne altri quando Bice avrà accettato.')
    .waitFor()
  await his.page.getByRole('group', { name: 'Spunti' }).getByRole('button').first().click()
  const idea = await composer.inputValue()
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await his.page.getByRole('status').getByText('Bice non ha ancora accettato il tuo invito.').waitFor()
  expect(await composer.count()).toBe(0)
  // Reloaded, it still waits.
  await his.page.reload()
  await his.page.getByText('Bice non ha ancora accettato il tuo invito.').waitFor()

  const row = hers.page.getByRole('link', { name: /Aldo.*Invito/ })
  await row.click()
  await hers.page.getByText('Aldo ti ha mandato un invito. Se accetti, o rispondi, potrete scrivervi.').waitFor()
  await hers.page.getByRole('log').getByText(idea).waitFor()
  expect(await replying.count()).toBe(1)
  await hers.page.getByRole('button', { name: 'Accetta', exact: true }).click()
  await his.page.getByText('Bice ha accettato il tuo invito: ora potete scrivervi.').waitFor()
  expect(await hers.page.getByText('ti ha mandato un invito').count()).toBe(0)
  await composer.fill('Domani alle sei?')
  await composer.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await hers.page.getByRole('log').getByText('Domani alle sei?').waitFor()
  await replying.fill('Volentieri')
  await replying.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await his.page.getByRole('log').getByText('Volentieri').waitFor()
  expect([...sent.values()]).toEqual([true, undefined])
  expect([his.problems, hers.problems]).toEqual([[], []])
  await Promise.all([his.context.close(), hers.context.close()])
})

test('the concierge is labelled as a program, writes its answer as it comes, and stops at the day’s limit', async () => {
  const { page, member, context, problems } = await openMember(product, {}, sizes.phone)
  await change(member, { flow_id: 'helped' })
  const isConnected = connected(page)
  await open(product, page, '/chats')
  await isConnected
  await page.getByRole('link', { name: /Assistente automatico/ }).click()
  await page.getByRole('heading', { name: 'Assistente automatico' }).waitFor()
  await page.getByText('Un programma, non una persona', { exact: true }).waitFor()
  await page.getByText('Qui risponde un programma di intelligenza artificiale, e può sbagliare.').waitFor()
  const log = page.getByRole('log')
  const labels = log.getByText('Risposta automatica')
  const field = page.getByRole('textbox', { name: 'Fai una domanda' })
  // Every length that the answer had on the page.
  await log.evaluate((node) => {
    const lengths: number[] = []
    Object.assign(window, { lengths })
    new MutationObserver(() => lengths.push(node.textContent.length)).observe(node, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  const ask = async (question: string, left: RegExp) => {
    await field.fill(question)
    await field.page().getByRole('button', { name: 'Invia', exact: true }).click()
    await page.getByText(left).waitFor()
  }
  await ask('Quale foto metto?', /gratis, restano 2 domande$/)
  await log.getByText(/^Una foto funziona quando .* bastano per cominciare\.$/).waitFor()
  const lengths = await page.evaluate(() => (window as unknown as { lengths: number[] }).lengths)
  expect(new Set(lengths).size).toBeGreaterThan(2)
  await ask('Che cosa scrivo?', /gratis, resta 1 domanda$/)
  await ask('E i crediti?', /per oggi hai finito le domande$/)
  await expect.poll(() => labels.count(), polling).toBe(3)
  await field.fill('Ancora una?')
  await field.page().getByRole('button', { name: 'Invia', exact: true }).click()
  await page.getByRole('alert').getByText('Per oggi hai finito le domande. Riprova domani.').waitFor()
  expect(await field.inputValue()).toBe('Ancora una?')
  await goTo(page, '/chats')
  await goTo(page, '/chats/concierge')
  await expect.poll(() => labels.count(), polling).toBe(3)
  expect(withRefusals(problems)).toEqual(['409 /api/concierge'])
  await context.close()
})
