import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  adyenCredentials,
  mollieCredentials,
  openIdCredentials,
  payPalCredentials,
  stripeCredentials,
  trustPayCredentials,
} from '../../../sandbox/src/credentials.ts'
import { createSmtpServer } from '../../../sandbox/src/mail/smtp.ts'
import { openState } from '../../../sandbox/src/state.ts'
import { freePort } from '#test/support/free-port.ts'
import { readServerConfig } from '#src/config.ts'
import { assertMailIsDelivered } from './production-guard.ts'
import { assertProductionSettings } from './production-settings.ts'

const fit = {
  DATABASE_URL: 'postgres://db.example.com/x',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://10.0.0.7:25',
  SMTP_LOCAL_RELAY: '',
  ADYEN_CHECKOUT_URL: 'https://x-checkout-live.adyenpayments.com/checkout/v72',
  ADYEN_SHOPPER_URL: 'https://checkoutshopper-live.adyen.com/checkoutshopper',
  ADYEN_API_KEY: 'key',
  ADYEN_CLIENT_KEY: 'live_X',
  ADYEN_MERCHANT_ACCOUNT: 'ShopECOM',
  ADYEN_HMAC_KEY: 'A1'.repeat(32),
  ADYEN_WEBHOOK_USER: 'hooks',
  ADYEN_WEBHOOK_PASSWORD: 'pass',
  MOLLIE_API_URL: 'https://api.mollie.com/v2',
  MOLLIE_API_KEY: 'live_abcdefghijklmnop',
  STRIPE_API_URL: 'https://api.stripe.com/v1',
  STRIPE_SECRET_KEY: 'rk_live_abcdefghijklmnop',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcdefghijklmnop',
  STRIPE_SECRET_KEY__VICINO: '',
  PAYPAL_API_URL: 'https://api-m.paypal.com',
  PAYPAL_CLIENT_ID: 'AbCdEfGhIjKlMnOpQrSt',
  PAYPAL_CLIENT_SECRET: 'EbCdEfGhIjKlMnOpQrSt',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430L',
  TRUSTPAY_API_URL: 'https://aapi.trustpay.eu',
  TRUSTPAY_PROJECT_ID: '4107111111',
  TRUSTPAY_SECRET_KEY: 'abcdefghijklmnop',
  AFFILIATE_KEY__VICINO: randomBytes(32).toString('base64'),
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
}
const check = (change: Readonly<Record<string, string>>) => () =>
  assertProductionSettings(readServerConfig({ ...fit, ...change }))
const adyen = adyenCredentials({})
const google = openIdCredentials({})
const stripe = stripeCredentials({})
const payPal = payPalCredentials({})
const trustPay = trustPayCredentials({})

it('accepts the settings of a real installation', () => {
  expect(check({})).not.toThrow()
  const wallets = { GOOGLEPAY_SCRIPT_URL: 'https://pay.google.com/gp/p/js/pay.js' }
  expect(check({ ...wallets, WALLET_FRAME_ORIGIN: 'https://pay.example.com' })).not.toThrow()
  expect(check(wallets)).toThrow(/^WALLET_FRAME_ORIGIN: /)
  for (const origin of ['http://pay.example.com', 'https://pay.example.com/frame', 'pay'])
    expect(check({ ...wallets, WALLET_FRAME_ORIGIN: origin })).toThrow(/^WALLET_FRAME_ORIGIN: /)
  expect(
    check({
      GOOGLEPAY_SCRIPT_URL: 'http://localhost:3001/googlepay/pay.js',
      WALLET_FRAME_ORIGIN: 'https://pay.example.com',
    }),
  ).toThrow(/^GOOGLEPAY_SCRIPT_URL: /)
  for (let n = 0; n < 200; n += 1)
    expect(check({ SECRET_KEY: randomBytes(32).toString(n % 2 ? 'base64url' : 'hex') })).not.toThrow()
  // 106 bits.
  expect(check({ SECRET_KEY: 'aaaabbbbcccdddeeefffggghhhiiijjj' })).not.toThrow()
})

it('accepts a local relay when the operator confirms it', () => {
  expect(check({ SMTP_URL: 'smtp://127.0.0.1:25', SMTP_LOCAL_RELAY: 'yes' })).not.toThrow()
})

it('refuses the sandbox’s inbox as a relay, and accepts one that does not answer yet', async () => {
  const port = await freePort()
  const sandbox = createSmtpServer(openState(mkdtempSync(join(tmpdir(), 'incontro-relay-'))).mails)
  await new Promise<void>((resolve) => sandbox.listen(port, '127.0.0.1', resolve))
  await expect(assertMailIsDelivered({ smtpUrl: `smtp://127.0.0.1:${port}` })).rejects.toThrow(/^SMTP_URL: .*sandbox/)
  await new Promise<void>((resolve) => sandbox.close(resolve))
  await assertMailIsDelivered({ smtpUrl: `smtp://127.0.0.1:${port}` })
  const relay = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')).listen(port, '127.0.0.1')
  await assertMailIsDelivered({ smtpUrl: `smtp://127.0.0.1:${port}` })
  relay.close()
})

it.each<Partial<typeof fit>>([
  { SECRET_KEY: 's'.repeat(43) },
  { SECRET_KEY: 'password'.repeat(6) },
  // 96 bits, and 86 twice.
  { SECRET_KEY: 'aaaabbbbccccddddeeeeffffgggghhhh' },
  { SECRET_KEY: 'abcdefghijklmnopqrst'.repeat(2) },
  { AFFILIATE_KEY__VICINO: 'affiliate'.repeat(5) },
  { SMTP_URL: 'smtp://localhost:3002' },
  { SMTP_URL: 'smtp://127.0.0.1' },
  { SMTP_URL: 'smtp://[::1]' },
  { SMTP_URL: 'smtp://localhost', SMTP_LOCAL_RELAY: 'no' },
  { ADYEN_CHECKOUT_URL: 'http://localhost:3001/adyen/checkout/v72' },
  { ADYEN_CHECKOUT_URL: 'http://sandbox:3001/adyen' },
  { ADYEN_SHOPPER_URL: 'http://192.168.1.2/adyen' },
  { ADYEN_SHOPPER_URL: 'http://[fd00::1]/adyen' },
  { ADYEN_SHOPPER_URL: 'http://127.1/adyen' },
  { GOOGLE_ISSUER: 'https://10.1.2.3/google' },
  { GOOGLE_ISSUER: 'https://login.internal/google' },
  { ADYEN_API_KEY: adyen.apiKey },
  { ADYEN_CLIENT_KEY: adyen.clientKey },
  { ADYEN_MERCHANT_ACCOUNT: adyen.merchantAccount },
  { ADYEN_HMAC_KEY: adyen.hmacKey },
  { ADYEN_WEBHOOK_PASSWORD: adyen.webhookPassword },
  { MOLLIE_API_URL: 'http://localhost:3001/mollie/v2' },
  { MOLLIE_API_URL: 'http://api.mollie.example/v2' },
  { STRIPE_API_URL: 'http://api.stripe.example/v1' },
  { PAYPAL_API_URL: 'http://api.paypal.example' },
  { TRUSTPAY_API_URL: 'http://api.trustpay.example' },
  { ADYEN_CHECKOUT_URL: 'http://checkout.adyen.example/v72' },
  { GOOGLE_ISSUER: 'http://accounts.google.example' },
  { MOLLIE_API_KEY: mollieCredentials({}).apiKey },
  { STRIPE_API_URL: 'http://10.0.0.3/stripe/v1' },
  { STRIPE_SECRET_KEY: stripe.secretKey },
  { STRIPE_SECRET_KEY__VICINO: stripe.secretKey },
  { STRIPE_WEBHOOK_SECRET: stripe.webhookSecret },
  { PAYPAL_API_URL: 'http://localhost:3001/paypal' },
  { PAYPAL_CLIENT_ID: payPal.clientId },
  { PAYPAL_CLIENT_SECRET: payPal.clientSecret },
  { PAYPAL_WEBHOOK_ID: payPal.webhookId },
  { TRUSTPAY_API_URL: 'http://localhost:3001/trustpay' },
  { TRUSTPAY_PROJECT_ID: trustPay.projectId },
  { TRUSTPAY_SECRET_KEY: trustPay.secretKey },
  { GOOGLE_CLIENT_ID: google.clientId },
  { GOOGLE_CLIENT_SECRET: google.clientSecret },
])('refuses %o in production', (change) => {
  expect(check(change)).toThrow(new RegExp(`^${Object.keys(change)[0]}: `))
})
