import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Principal } from '#platform/caller.ts'
import type { PaymentProvider } from '../port.ts'
import { chargeRequest } from './charge-request.ts'
import type { Order } from './check-order.ts'

const site = { brandId: 'battito', poolId: 'battito', host: 'battito.localhost', origin: 'https://battito.example' }
const source = { method: 'hosted', store: true } as const
const ask = (body: object, headers: FastifyRequest['headers']) =>
  chargeRequest({
    attemptId: 'our-order',
    connection: { id: 'adyen:battito', brandId: 'battito', provider: { name: 'adyen' } as PaymentProvider },
    paymentSystem: 'googlepay',
    member: { memberId: 'member-1', locale: 'it', country: 'IE' } as Principal,
    email: 'ada@example.com',
    site,
    ip: '192.0.2.7',
    descriptor: 'INCONTRO',
    order: {
      plan: { totalMinor: 4980, currency: 'EUR' },
      amountMinor: 2990,
      source,
      cardTokenId: null,
    } as unknown as Order,
    body,
    request: { headers } as FastifyRequest,
  })

it('uses server-side values, and of the browser its request headers before its page’s claims', () => {
  const body = {
    userAgent: 'of the page',
    language: 'fr',
    screenHeight: 1080,
    screenWidth: 1920,
    screenColorDepth: 30,
    timezone: -60,
    javaEnabled: true,
    javascriptEnabled: false,
  }
  expect(ask(body, { 'user-agent': 'of the request', accept: 'text/html' })).toEqual({
    reference: 'our-order',
    idempotencyKey: 'our-order',
    amount: { minor: 2990, currency: 'EUR' },
    source,
    shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IE', ip: '192.0.2.7', country: 'IE' },
    returnUrl: 'https://battito.example/paymentCheck/googlepay?reference=our-order',
    webhookUrl: 'https://battito.example/pay/webhooks/adyen/battito',
    origin: 'https://battito.example',
    descriptor: 'INCONTRO',
    browser: {
      userAgent: 'of the request',
      acceptHeader: 'text/html',
      language: 'fr',
      screenHeight: 1080,
      screenWidth: 1920,
      colorDepth: 30,
      timeZoneOffset: -60,
      javaEnabled: true,
      javaScriptEnabled: false,
    },
  })
  expect(ask(body, {}).browser).toMatchObject({ userAgent: 'of the page', acceptHeader: '*/*' })
  expect(ask({}, {}).browser).toEqual({
    userAgent: '',
    acceptHeader: '*/*',
    language: 'it',
    screenHeight: 800,
    screenWidth: 400,
    colorDepth: 24,
    timeZoneOffset: 0,
    javaEnabled: false,
    javaScriptEnabled: true,
  })
})
