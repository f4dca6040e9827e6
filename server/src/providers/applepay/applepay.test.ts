import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { canMakeCertificates } from '../../../../sandbox/src/testing/behind-tls.ts'
import { applePayment } from '../../../../sandbox/src/testing/wallets.ts'
import { createApplePay, readApplePaySettings } from './index.ts'
import { isGateway, requestSession } from './merchant-session.ts'

const options = {
  scriptUrl: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  merchantId: 'merchant.example.shop',
  certificate: 'none',
  key: 'none',
  gatewayOrigin: null,
}

test.each([
  'https://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway-nc-pod3.apple.com/paymentservices/paymentSession',
  'https://cn-apple-pay-gateway-tj-pod2-dr.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-pr-pod1.apple.com/paymentservices/startSession',
  'https://apple-pay-gateway-nc-pod5-dr.apple.com/paymentservices/startSession',
  'https://cn-apple-pay-gateway-sh-pod3.apple.com/paymentservices/startSession',
])('the merchant certificate is used at %s', (url) => expect(isGateway(url, options)).toBe(true))

test.each([
  'http://apple-pay-gateway.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway.apple.com.evil.example/paymentservices/paymentSession',
  'https://evil.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway.apple.com:8443/paymentservices/paymentSession',
  'https://user@apple-pay-gateway.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway.apple.com/paymentservices/../admin',
  'https://apple-pay-gateway.apple.com/paymentservices/paymentSession?to=evil',
  'https://apple-pay-gateway-nc-pod0.apple.com/paymentservices/paymentSession',
  'https://apple-pay-gateway-nc-pod6.apple.com/paymentservices/paymentSession',
  'https://cn-apple-pay-gateway-sh-pod4.apple.com/paymentservices/paymentSession',
  'https://127.0.0.1/paymentservices/paymentSession',
  'file:///etc/passwd',
  'none',
])('and not at %s', (url) => expect(isGateway(url, options)).toBe(false))

test('its sheet shows the brand’s name, and the policy allows its script only', () => {
  const { script, settingsFor } = createApplePay(options)
  const wallet = {
    environment: 'TEST',
    gateway: 'gateway',
    gatewayMerchantId: 'gateway-merchant',
    merchantId: 'merchant',
    merchantName: 'Incontro',
  } as const
  const settings = {
    api: 'apple',
    networks: ['visa', 'masterCard', 'amex'],
    capabilities: ['supports3DS'],
    merchantName: 'Incontro',
    country: 'IE',
  }
  expect(settingsFor({ title: 'Incontro.example', country: 'IE', wallet }, false)).toEqual(settings)
  const origin = 'https://applepay.cdn-apple.com'
  expect(script).toEqual({ url: options.scriptUrl, connect: [origin], frame: [origin], image: [origin, 'data:'] })
})

test('only the encrypted part of its payment goes to the provider', () => {
  const wallet = createApplePay(options)
  const payment = applePayment('4111111111111111')
  const payload = wallet.payloadOf(payment) ?? ''
  expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toEqual(payment.token.paymentData)
  for (const other of [{}, { token: {} }, { token: { paymentData: 'text' } }])
    expect(wallet.payloadOf(other)).toBeNull()
  expect(wallet.payloadOf({ token: { paymentData: { data: 'x'.repeat(20_000) } } })).toBeNull()
})

test('settings need a certificate and its key, except for the sandbox', () => {
  const env = {
    APPLEPAY_SCRIPT_URL: options.scriptUrl,
    APPLEPAY_MERCHANT_ID: options.merchantId,
    APPLEPAY_CERTIFICATE: 'none',
    APPLEPAY_KEY: 'none',
  }
  expect(() => readApplePaySettings(env)).toThrow(/^APPLEPAY_CERTIFICATE: /)
  expect(() => readApplePaySettings({ ...env, APPLEPAY_KEY: '' })).toThrow(/^APPLEPAY_KEY: /)
  // Only the sandbox's gateway needs no certificate.
  expect(() => readApplePaySettings({ ...env, APPLEPAY_GATEWAY_URL: 'https://gateway.example' })).toThrow(
    /^APPLEPAY_CERTIFICATE: /,
  )
  expect(() => readApplePaySettings({ ...env, APPLEPAY_GATEWAY_URL: 'x' })).toThrow(/^APPLEPAY_GATEWAY_URL: /)
  const stand = readApplePaySettings({ ...env, APPLEPAY_GATEWAY_URL: 'http://localhost:3001/x' })
  expect(stand.shared?.gatewayOrigin).toBe('http://localhost:3001')
  expect(stand.variables.get('APPLEPAY_GATEWAY_URL')).toBe('http://localhost:3001')
  expect(readApplePaySettings({}).shared).toBeUndefined()
})

describe.skipIf(!canMakeCertificates())('at Apple’s gateway', () => {
  test('we present our certificate, name and domain, and accept only a session', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-'))
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile, ...name], {
      stdio: 'ignore',
    })
    const [key, certificate] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
    rmSync(folder, { recursive: true })
    let reply: { status: number; body: string } = { status: 200, body: '{"merchantSessionIdentifier":"SSH1"}' }
    const seen: { readonly by: string | undefined; readonly body: string }[] = []
    const gateway = createServer(
      { key, cert: certificate, requestCert: true, ca: certificate },
      (request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          const subject = (request.socket as TLSSocket).getPeerCertificate().subject
          seen.push({ by: subject?.CN as string | undefined, body })
          response.writeHead(reply.status).end(reply.body)
        })
      },
    )
    await new Promise<void>((done) => gateway.listen(0, 'localhost', done))
    const origin = `https://localhost:${(gateway.address() as AddressInfo).port}`
    const ask = () =>
      requestSession(
        `${origin}/paymentservices/paymentSession`,
        { domain: 'pay.example.com', name: 'Shop' },
        { ...options, certificate, key, ca: certificate, gatewayOrigin: origin },
      )
    expect(await ask()).toEqual({ merchantSessionIdentifier: 'SSH1' })
    expect(seen[0]?.by).toBe('localhost')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      merchantIdentifier: options.merchantId,
      displayName: 'Shop',
      initiative: 'web',
      initiativeContext: 'pay.example.com',
    })
    for (const bad of [
      { status: 417, body: '{}' },
      { status: 302, body: '{}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '[]' },
      { status: 200, body: `{"a":"${'x'.repeat(70_000)}"}` },
    ]) {
      reply = bad
      await expect(ask(), JSON.stringify(bad).slice(0, 60)).rejects.toThrow()
    }
    gateway.closeAllConnections()
    await new Promise((done) => gateway.close(done))
  })
})
