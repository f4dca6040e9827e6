import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cardOrder } from '#test/support/card-order.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

const day = 86_400_000
const time = { offsetMs: 0 }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs) })
})
afterAll(() => testServer.close())

const kindsOf = async (memberEmail: string) =>
  await testServer.database.db
    .selectFrom('emails')
    .select(['kind', 'state'])
    .where('to_address', '=', memberEmail)
    .orderBy('id')
    .execute()
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 100 })
/** Runs what the crontab runs each minute. */
const minute = async () => {
  await testServer.context.jobs.handlers['subscription-renew']?.({}, { attempt: 1, last: false })
  await testServer.context.jobs.handlers['subscription-end']?.({}, { attempt: 1, last: false })
}

test('a plan is bought, announced by a real email, renewed, withdrawn from and refunded', async () => {
  const member = await testServer.member()
  const { clickid } = member.session
  const bought = await testServer.call(routes.tryCharge.path, {
    token: member.token,
    body: await cardOrder(testServer.config.payments.adyen!.shared!, clickid, {
      rateplan: 'plan-1m',
      prezzo_totale: '24.90',
      renewal: true,
    }),
  })
  expect(bought.body).toMatchObject({ status: 'ok', message: 'success', premiumLevel: 2 })
  await minute()
  await waitFor(async () =>
    expect(await kindsOf(member.email)).toContainEqual({ kind: 'renewal-notice', state: 'sent' }),
  )
  const mails = (await (
    await fetch(`${testServer.sandbox.origin}/mail?to=${encodeURIComponent(member.email)}`)
  ).json()) as {
    subject: string
    text: string
    links: string[]
  }[]
  const notice = mails.find(({ subject }) => /si rinnova il/.test(subject))
  expect(notice?.text).toMatch(/24,90\s€/)
  expect(notice?.links).toContain(`${testServer.url}/purchases`)

  const orders = () => testServer.call(routes.orders.path.replace(':trackerId', clickid), { token: member.token })
  const before = (await orders()).body.subscription
  expect(before).toMatchObject({ state: 'renewing', price: '24.90', renewsAt: before.paidUntil, cancellable: true })
  time.offsetMs = Date.parse(before.paidUntil) - Date.now() + 60_000
  await minute()
  const after = (await orders()).body
  expect(after).toMatchObject({
    subscription: { state: 'renewing' },
    orders: [{ renewal: true, state: 'paid', total: '24.90' }, { renewal: false }],
  })
  expect(Date.parse(after.subscription.paidUntil)).toBeGreaterThan(Date.parse(before.paidUntil) + 27 * day)

  const preview = (
    await testServer.call(routes.withdrawal.path.replace(':trackerId', clickid), { token: member.token })
  ).body.orders
  expect(preview).toMatchObject([{ reference: after.orders[0].reference, refund: '24.90', endsPlan: true }])
  const body = { clickid, reference: preview[0].reference }
  const [one, two] = await Promise.all(
    [0, 1].map(() => testServer.call(routes.withdraw.path, { token: member.token, body })),
  )
  expect([one?.status, two?.status]).toEqual([200, 200])
  const refund = () => testServer.database.db.selectFrom('refunds').selectAll().executeTakeFirstOrThrow()
  expect(await refund()).toMatchObject({ amount_minor: 2490 })
  const { id } = await refund()
  const hooks = () =>
    testServer.sandbox.sandbox.state.webhooks.all().filter(({ item }) => item.merchantReference === id)
  await waitFor(async () => expect(hooks().map(({ state }) => state)).toEqual(['accepted']))
  await waitFor(async () => expect((await refund()).state).toBe('refunded'))
  expect((await orders()).body).toMatchObject({
    subscription: null,
    orders: [{ state: 'refunded' }, { state: 'paid' }],
  })
  await waitFor(async () => expect(await kindsOf(member.email)).toContainEqual({ kind: 'withdrawal', state: 'sent' }))
  const papers = async (words: string) =>
    (await testServer.mailTo(member.email, words)).attachments.map(({ name, type }) => `${type} ${name}`)
  expect(await papers('si rinnova il')).toEqual([expect.stringMatching(/^application\/pdf [0-9a-f-]{36}\.pdf$/)])
  expect(await papers('recesso')).toEqual([`application/pdf ${body.reference}.pdf`])
  const [{ number }] = after.orders[0].invoices
  // The newest is the renewal's, whose email may still be on its way.
  await waitFor(async () => expect(await papers('Ricevuta ')).toEqual([`application/pdf ${number}.pdf`]))
}, 60_000)
