import { expect, it } from 'vitest'
import { createGooglePay } from './index.ts'

const scriptUrl = 'https://pay.example/js/pay.js'
const googlePay = createGooglePay({ scriptUrl })
const wallet = {
  environment: 'PRODUCTION',
  gateway: 'gateway',
  gatewayMerchantId: 'gateway-merchant',
  merchantId: 'merchant',
  merchantName: 'Incontro',
} as const
const brand = { title: 'Incontro.example', country: 'IT', wallet }

it('uses the brand’s own ids, and test cards on a local host only', () => {
  const settings = {
    api: 'google',
    environment: 'PRODUCTION',
    networks: ['MASTERCARD', 'VISA'],
    authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    gateway: 'gateway',
    gatewayMerchantId: 'gateway-merchant',
    merchantId: 'merchant',
    merchantName: 'Incontro',
    country: 'IT',
  }
  expect(googlePay.settingsFor(brand, false)).toEqual(settings)
  expect(googlePay.settingsFor(brand, true)).toEqual({ ...settings, environment: 'TEST' })
  const ofTest = { ...brand, wallet: { ...wallet, environment: 'TEST' as const } }
  expect(googlePay.settingsFor(ofTest, false)).toEqual({ ...settings, environment: 'TEST' })
})

it('allows what its script needs, and nothing else', () => {
  expect(googlePay.script).toEqual({
    url: scriptUrl,
    connect: ['https://pay.example', 'https://google.com/pay'],
    frame: ['https://pay.example'],
    image: ['https://pay.example', 'https://www.gstatic.com'],
  })
})

it('extracts the gateway’s token from a response, and refuses anything else', () => {
  const answer = (type: string, tokenType: string, token: string) => ({
    paymentMethodData: { type, tokenizationData: { type: tokenType, token } },
  })
  expect(googlePay.payloadOf(answer('CARD', 'PAYMENT_GATEWAY', '{"a":1}'))).toBe('{"a":1}')
  expect(googlePay.payloadOf(answer('CARD', 'PAYMENT_GATEWAY', 'x'.repeat(16_384)))).toHaveLength(16_384)
  for (const other of [
    answer('CARD', 'PAYMENT_GATEWAY', ''),
    answer('CARD', 'PAYMENT_GATEWAY', 'x'.repeat(16_385)),
    answer('PAYPAL', 'PAYMENT_GATEWAY', 'x'),
    answer('CARD', 'DIRECT', 'x'),
    {},
  ])
    expect(googlePay.payloadOf(other)).toBeNull()
})
