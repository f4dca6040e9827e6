import { routes } from '@incontro/contract'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applePayment, googlePaymentData } from '../../../../../sandbox/src/testing/wallets.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const frameDir = mkdtempSync(join(tmpdir(), 'wallet-frame-'))
let shop: Shop
beforeAll(async () => {
  for (const [file, text] of Object.entries({ 'wallet-frame.js': '"built"', 'ui-font.woff2': 'font' }))
    writeFileSync(join(frameDir, file), text)
  shop = await openShop({ frameDir, wallets: true })
})
afterAll(async () => {
  await shop.close()
  rmSync(frameDir, { recursive: true })
})

const pay = async (
  member: Customer,
  wallet: string,
  response: object,
  { plan = 'messages-60', ...changes }: { plan?: string; [field: string]: unknown } = {},
) =>
  shop.call(member, routes.walletOrder.path.replace(':provider', wallet), {
    request: await shop.orderOf(member, plan, null, changes),
    response,
  })
const good = '4111111111111111'
const asksBank = '4212345678901237'

describe.each([
  ['googlepay', googlePaymentData],
  ['applepay', applePayment],
] as const)('%s', (wallet, handedOver) => {
  test('pays, at our price, once however often it is sent', async () => {
    const ada = await shop.customer()
    const orderKey = crypto.randomUUID()
    const first = await pay(ada, wallet, handedOver(good), { orderKey })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'ok', message: 'success', threeDS: false, payment_system: wallet },
    })
    expect((await pay(ada, wallet, handedOver(good), { orderKey })).body.reference).toBe(first.body.reference)
    const { attempts, sales, balances } = await shop.stateOf(ada)
    expect(attempts).toMatchObject([{ provider: wallet, connection: 'adyen', state: 'authorised', amount_minor: 1190 }])
    expect(sales).toHaveLength(1)
    expect(balances.messages).toBeGreaterThan(60)
    expect(shop.charged(first.body.reference)).toHaveLength(1)
    expect((await shop.status(ada, { reference: first.body.reference }, wallet)).body).toMatchObject({ result: true })
  })

  test('is declined with the catalogue’s reasons', async () => {
    const ada = await shop.customer()
    expect((await pay(ada, wallet, handedOver('4100000000000126'))).body).toMatchObject({
      status: 'ko',
      message: 'insufficient_funds',
    })
    expect((await shop.stateOf(ada)).sales).toEqual([])
  })

  test('replaces a card that was declined too often', async () => {
    const ada = await shop.customer()
    for (let n = 0; n < 5; n += 1) await shop.pay(ada, 'messages-60', '4100000000000027')
    expect((await shop.pay(ada, 'messages-60', good)).body).toMatchObject({ status: 'ko', message: 'change_method' })
    expect((await pay(ada, wallet, handedOver(good))).body).toMatchObject({ status: 'ok', message: 'success' })
  })

  test('stores the method of renewals', async () => {
    const ada = await shop.customer()
    expect((await pay(ada, wallet, handedOver(good), { plan: 'plan-1m' })).body).toMatchObject({ status: 'ok' })
    const { terms } = await shop.stateOf(ada)
    expect(terms).toMatchObject([{ renews: true, card_token_id: expect.any(String) }])
  })

  test.each<[string, object]>([
    ['nothing', {}],
    ['a card number', { cardNumber: good }],
    ['another wallet’s answer', wallet === 'googlepay' ? applePayment(good) : googlePaymentData(good)],
  ])('accepts only its own response: %s', async (_what, response) => {
    const ada = await shop.customer()
    expect(await pay(ada, wallet, response)).toMatchObject({ status: 400, body: { field: 'response' } })
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  })
})

test('declines of a wallet do not count against typed cards', async () => {
  const limits = shop.limits.networkDeclines
  await shop.db.deleteFrom('limit_counters').execute()
  shop.limits.networkDeclines = { slowFrom: 1, workFrom: 2, waitMs: 1000 }
  for (let n = 0; n < 2; n += 1)
    expect((await pay(await shop.customer(), 'googlepay', googlePaymentData('4100000000000126'))).body.status).toBe(
      'ko',
    )
  expect((await shop.pay(await shop.customer(), 'messages-60', '4100000000000126')).body.status).toBe('ko')
  expect(shop.pauses).toEqual([])
  expect((await shop.pay(await shop.customer(), 'messages-60', '4100000000000126')).body.status).toBe('ko')
  expect(shop.pauses).toEqual([1000])
  // A wallet pays where typed cards take a proof of work.
  expect((await shop.pay(await shop.customer(), 'messages-60', good)).status).toBe(403)
  expect((await pay(await shop.customer(), 'googlepay', googlePaymentData(good))).body.status).toBe('ok')
  shop.limits.networkDeclines = limits
  await shop.db.deleteFrom('limit_counters').execute()
})

test('a card without device authentication is redirected to the bank, and returns to the wallet’s own page', async () => {
  const ada = await shop.customer()
  const { body } = await pay(ada, 'googlepay', googlePaymentData(asksBank, 'PAN_ONLY'))
  expect(body).toMatchObject({ status: 'ok', threeDS: true, message: 'pending' })
  const [payment] = shop.charged(body.reference)
  expect(new URL(payment?.returnUrl ?? '').pathname).toBe('/paymentCheck/googlepay')
  const redirectResult = await shop.answerBank(body.redirect?.url ?? '', 'approve')
  expect((await shop.status(ada, { reference: body.reference, redirectResult }, 'googlepay')).body).toMatchObject({
    result: true,
    message: 'success',
  })
  expect((await pay(await shop.customer(), 'googlepay', googlePaymentData(asksBank))).body).toMatchObject({
    threeDS: false,
    message: 'success',
  })
})

describe('is refused', () => {
  test('for another price, another member, an unknown plan or wallet, or without consents', async () => {
    const [ada, bob] = [await shop.customer(), await shop.customer()]
    const data = googlePaymentData(good)
    expect(await pay(ada, 'googlepay', data, { prezzo_totale: '0.01' })).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    expect((await pay(ada, 'googlepay', data, { clickid: bob.clickid })).status).toBe(404)
    expect((await pay(ada, 'googlepay', data, { rateplan: 'plan-free' })).status).toBe(404)
    expect((await pay(ada, 'adyen', data)).status).toBe(404)
    expect((await pay(ada, 'mollie', data)).status).toBe(404)
    expect(await pay(ada, 'googlepay', data, { accepts: { renewal: false, immediateStart: false } })).toMatchObject({
      status: 400,
      body: { code: 'consent_missing' },
    })
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  })
  test('before the address is confirmed', async () => {
    const ada = await shop.customer({ emailConfirmed: false })
    expect((await pay(ada, 'googlepay', googlePaymentData(good))).status).toBe(403)
  })
})

describe('merchant validation', () => {
  const validate = (member: Customer | null, validationURL: string) =>
    shop.call(member, routes.validateMerchant.path, { validationURL })
  test('returns the session of the URL that Apple named', async () => {
    const ada = await shop.customer()
    const { status, body } = await validate(ada, `${shop.sandbox.origin}/paymentservices/paymentSession`)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        merchantIdentifier: 'merchant.example.incontro.sandbox',
        domainName: 'battito.localhost',
        merchantSessionIdentifier: expect.any(String),
      }),
    ])
  })
  test.each([
    'https://apple-pay-gateway.apple.com.evil.example/paymentservices/paymentSession',
    'http://169.254.169.254/paymentservices/paymentSession',
    'javascript:alert(1)',
  ])('calls no other host: %s', async (url) => {
    expect(await validate(await shop.customer(), url)).toMatchObject({ status: 400, body: { field: 'validationURL' } })
  })
  test('is for members', async () => {
    expect((await validate(null, `${shop.sandbox.origin}/paymentservices/paymentSession`)).status).toBe(401)
  })
})

describe('the frame', () => {
  const offered = async () => {
    const ada = await shop.customer()
    const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    return (
      body as unknown as {
        payableBy: {
          payment_system: string
          kind: string
          label: string
          devices: string | null
          frame: string | null
        }[]
      }
    ).payableBy
  }
  const frameOf = async (wallet: string) =>
    (await offered()).find((one) => one.payment_system === wallet)?.frame ?? 'none'
  const get = (url: string) => shop.app.inject({ url })

  test('is offered in the flow’s order, for wallets only', async () => {
    expect((await offered()).map(({ label, kind, devices, frame }) => [label, kind, devices, frame !== null])).toEqual([
      ['Adyen', 'card', null, false],
      ['Apple Pay', 'wallet', 'apple', true],
      ['Google Pay', 'wallet', 'other', true],
    ])
  })

  test.each(['googlepay', 'applepay'])('of %s allows its own script only', async (wallet) => {
    const address = await frameOf(wallet)
    const { statusCode, headers, body } = await get(`${address}&lang=fr&theme=dark`)
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    const nonce = /<script nonce="([^"]+)"/.exec(body)?.[1] ?? 'none'
    const { script } = shop.deps.wallets.find(({ name }) => name === wallet)!
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${shop.sandbox.origin}`,
      "style-src 'unsafe-inline'",
      `img-src ${script.image.join(' ')}`,
      "font-src 'self'",
      `connect-src ${script.connect.join(' ')}`,
      `frame-src ${script.frame.join(' ')}`,
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors http://battito.localhost:4500',
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-forms',
    ])
    expect(body).toContain('<html lang="fr" data-brand="battito" data-theme="dark">')
    expect(policy.includes('gstatic')).toBe(wallet === 'googlepay')
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers['cache-control']).toBe('no-store')
    const data = JSON.parse(/id="frame-data">([^<]+)</.exec(body)?.[1] ?? '{}') as {
      parent: string
      settings: object
    }
    expect(data).toMatchObject({ scriptUrl: script.url, locale: 'fr' })
    expect(data.parent).toBe('http://battito.localhost:4500')
    expect(data.settings).toMatchObject(
      wallet === 'googlepay'
        ? { environment: 'TEST', networks: ['MASTERCARD', 'VISA'], authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'] }
        : { networks: ['visa', 'masterCard', 'amex'], capabilities: ['supports3DS'] },
    )
    expect((await get('/pay/card-frame')).headers['content-security-policy']).not.toContain(shop.sandbox.origin)
    expect((await get(`/pay/wallet-frame/wallet-frame.js`)).headers['cross-origin-resource-policy']).toBe(
      'cross-origin',
    )
  })

  test.each<[string, Record<string, string>]>([
    ['a wallet there is not', { wallet: 'none' }],
    ['a brand there is not', { brand: 'none' }],
    ['a page of another site', { site: 'https://evil.example' }],
    ['a page that says more', { site: "http://battito.localhost:4500 *; script-src 'unsafe-inline'" }],
    ['no page', { site: '' }],
    ['an address that is more than a site’s', { site: 'http://battito.localhost:4500/pay' }],
    ['a site with a name before it', { site: 'http://somebody@battito.localhost:4500' }],
  ])('does not exist for %s', async (_what, change) => {
    const url = new URL(await frameOf('googlepay'), 'http://x')
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
    expect((await get(url.pathname + url.search)).statusCode).toBe(404)
  })
})

test('with a separate origin is not opaque, and names its brand’s environment', async () => {
  const other = await openShop({ frameDir, wallets: true, walletFrameOrigin: 'https://pay.example.com:8443' })
  const ada = await other.customer()
  const { body } = await other.call(ada, routes.payRules.path, { clickid: ada.clickid })
  const ways = (body as unknown as { payableBy: { payment_system: string; frame: string | null }[] }).payableBy
  const frame = new URL(ways.find((one) => one.payment_system === 'googlepay')?.frame ?? '')
  expect(frame.origin).toBe('https://pay.example.com:8443')
  const answer = await other.app.inject({ url: frame.pathname + frame.search, headers: { host: 'pay.example.com' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).not.toContain('sandbox')
  const { statusCode, json } = await other.app.inject({
    method: 'POST',
    url: routes.validateMerchant.path,
    headers: { 'x-member': ada.memberId },
    payload: { validationURL: `${other.sandbox.origin}/paymentservices/paymentSession` },
  })
  expect([statusCode, (json() as { data: { domainName: string } }).data.domainName]).toEqual([200, 'pay.example.com'])
  await other.close()
})
