import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkoutClient } from '../testing/checkout-client.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'

let running: RunningSandbox
let client: ReturnType<typeof checkoutClient>
beforeEach(async () => {
  running = await startSandbox()
  client = checkoutClient(running)
})
afterEach(() => running.close())

const control = (body: object) => running.sandbox.app.inject({ method: 'POST', url: '/control', payload: body })
const pay = async (number = '4111111111111111') => client.post('/payments', client.payment(await client.card(number)))
const received = () => running.webhooks.map(({ raw }) => /"eventCode":"(\w+)"/.exec(raw.toString())?.[1])
const arrived = (events: string[]) => vi.waitFor(() => expect(received()).toEqual(events), 3_000)

test('are sent in order, with basic authentication', async () => {
  await pay()
  await arrived(['AUTHORISATION', 'CAPTURE'])
  const { webhookUser, webhookPassword } = running.config.adyen
  expect(running.webhooks[0]?.headers.authorization).toBe(`Basic ${btoa(`${webhookUser}:${webhookPassword}`)}`)
})

test('state the reason of a refusal', async () => {
  await pay('4100000000000126')
  await arrived(['AUTHORISATION'])
  expect(running.webhooks[0]?.raw.toString()).toContain('"reason":"Not enough balance","success":"false"')
})

test('are repeated until accepted', async () => {
  running.answerWith(500)
  await pay('4100000000000126')
  await vi.waitFor(() => expect(running.webhooks.length).toBeGreaterThanOrEqual(3))
  running.answerWith(200)
  await vi.waitFor(() => expect(running.sandbox.state.webhooks.all()[0]?.state).toBe('accepted'))
  const count = running.webhooks.length
  // A second webhook is refused and repeated in the meantime: if the first were repeated too, it would come before it.
  running.answerWith(500)
  await pay('4100000000000126')
  await vi.waitFor(() => expect(running.webhooks.length).toBeGreaterThanOrEqual(count + 3))
  running.answerWith(200)
  const [first] = running.webhooks
  expect(running.webhooks.filter(({ raw }) => raw.equals(first?.raw ?? Buffer.alloc(0)))).toHaveLength(count)
  expect(running.sandbox.state.webhooks.all()[0]?.attempts.at(-1)).toMatchObject({ status: 200, answer: '[accepted]' })
})

test('can be doubled', async () => {
  await control({ duplicateWebhooks: true })
  await pay('4100000000000126')
  await arrived(['AUTHORISATION', 'AUTHORISATION'])
  expect(running.webhooks[0]?.raw.equals(running.webhooks[1]?.raw ?? Buffer.alloc(0))).toBe(true)
})

test('can be sent in the wrong order', async () => {
  await control({ reorderWebhooks: true })
  await pay()
  await arrived(['CAPTURE', 'AUTHORISATION'])
})

test('can be held back and released', async () => {
  await control({ holdWebhooks: true })
  await pay()
  await vi.waitFor(() =>
    expect(running.sandbox.state.webhooks.all().map(({ state }) => state)).toEqual(['held', 'held']),
  )
  expect(received()).toEqual([])
  await running.sandbox.app.inject({ method: 'POST', url: '/control/reset' })
  await arrived(['AUTHORISATION', 'CAPTURE'])
})

test('can be resent by hand', async () => {
  await pay('4100000000000126')
  await arrived(['AUTHORISATION'])
  const [webhook] = running.sandbox.state.webhooks.all()
  const answer = await running.sandbox.app.inject({ method: 'POST', url: `/webhooks/${webhook?.id}/resend` })
  expect(answer.statusCode).toBe(200)
  await arrived(['AUTHORISATION', 'AUTHORISATION'])
  expect((await running.sandbox.app.inject({ method: 'POST', url: '/webhooks/none/resend' })).statusCode).toBe(404)
})

test('of a pending payment follow its authorisation', async () => {
  await pay('4100000000013004')
  expect(received()).toEqual([])
  await arrived(['AUTHORISATION', 'CAPTURE'])
})

test('report the outcome of refunds and cancellations', async () => {
  const { body } = await pay()
  const { merchantAccount } = running.config.adyen
  const refund = (value: number) =>
    client.post(`/payments/${body.pspReference}/refunds`, { merchantAccount, amount: { value, currency: 'EUR' } })
  await arrived(['AUTHORISATION', 'CAPTURE'])
  await refund(2000)
  await refund(2000)
  await client.post(`/payments/${body.pspReference}/cancels`, { merchantAccount })
  await vi.waitFor(() => expect(running.webhooks).toHaveLength(5))
  const outcomes = running.sandbox.state.webhooks
    .all()
    .slice(2)
    .map(({ item }) => [item.eventCode, item.success, item.reason])
  expect(outcomes).toEqual([
    ['REFUND', 'true', ''],
    ['REFUND', 'false', 'Insufficient balance on payment'],
    ['CANCELLATION', 'false', 'Transaction has already been captured'],
  ])
})

test('the next payment can be made to decline or to answer late', async () => {
  await control({ declineNext: 'lost_or_stolen' })
  expect((await pay()).body).toMatchObject({ refusalReasonCode: '5' })
  expect((await pay()).body.resultCode).toBe('Authorised')

  await control({ timeoutNext: true })
  const start = Date.now()
  await pay()
  expect(Date.now() - start).toBeGreaterThanOrEqual(running.config.slowAnswerMs - 5)

  expect((await control({ declineNext: 'nonsense' })).statusCode).toBe(400)
  expect((await control({ delay: 1 })).statusCode).toBe(400)
})

test('a form sent from another site is refused', async () => {
  const foreign = await fetch(`${running.origin}/control/reset`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
})
