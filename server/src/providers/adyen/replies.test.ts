import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChargeRequest, PaymentSource } from '#modules/payments/port.ts'
import { hasNoCard, readPayment } from './answers.ts'
import { errorCode, refusalCode } from './codes.ts'
import { readEvent } from './events.ts'
import { createAdyen } from './index.ts'
import { paymentRequest } from './payment-request.ts'
import type { NotificationItem } from './wire.ts'

/* Replies that the sandbox never gives, and the requests sent. */

const answer = (body: object) => readPayment({ kind: 'answer', body })
const refusal = (body: unknown) => readPayment({ kind: 'refusal', status: 422, body })

describe('a reason', () => {
  it.each([
    ['card_declined', '2 Refused, 3 Referral, 14 Acquirer Fraud, 17 Invalid Pin, 19 Pin validation not possible'],
    ['card_declined', '23 Transaction Not Permitted, 31 Issuer Suspected Fraud, 32 AVS Declined'],
    ['processing_error', '4 Acquirer Error, 7 Invalid Amount, 21 Not Submitted'],
    ['lost_or_stolen', '5 Blocked Card, 25 Restricted Card'],
    ['expired_card', '6 Expired Card'],
    ['invalid_number', '8 Invalid Card Number'],
    ['retry', '9 Issuer Unavailable'],
    ['warning', '11 3D Not Authenticated, 39 RReq not received from DS, 42 3DS Authentication Error'],
    ['insufficient_funds', '12 Not enough balance, 28 Withdrawal amount exceeded'],
    ['generic', '15 Cancelled, 16 Shopper Cancelled, 27 Declined Non Generic, 99 Something new'],
    ['change_method', '10 Not supported, 18 Pin tries exceeded, 26 Revocation Of Auth, 29 Withdrawal count exceeded'],
    ['change_method', '33 Card requires online pin, 34 No checking account available on Card, 36 Mobile pin required'],
    ['change_method', '35 No savings account available on Card'],
    ['blacklisted', '20 FRAUD, 22 FRAUD-CANCELLED'],
    ['invalid_cvc', '24 CVC Declined'],
    ['authentication_required', '38 Authentication required'],
    ['card_already_declined', '46 Transaction blocked by Adyen to prevent excessive retry fees'],
  ])('is %s for %s, by its number, its words or its words in one', (code, reasons) => {
    for (const [, number, words] of reasons.split(', ').map((one) => /^(\d+) (.*)$/.exec(one) ?? [])) {
      expect(refusalCode(number, 'another text'), number).toBe(code)
      expect(refusalCode(undefined, words), words).toBe(code)
      expect(refusalCode('unknown', words?.replaceAll(' ', '')), words).toBe(code)
    }
  })

  it('of a card error is reported to the member, other errors are not', () => {
    const byCode = {
      invalid_number: ['101'],
      invalid_cvc: ['103', '153'],
      expired_card: ['129'],
      invalid_expiry_year: ['140'],
      invalid_expiry_month: ['141'],
      retry: ['172'],
      change_method: ['800', '802', '803'],
    }
    for (const [code, errors] of Object.entries(byCode)) expect(errors.map(errorCode)).toEqual(errors.map(() => code))
    expect(['', '704', '905'].map(errorCode)).toEqual([null, null, null])
    expect(refusal({ errorCode: '103' })).toMatchObject({ state: 'declined', code: 'invalid_cvc' })
    expect(refusal({ errorCode: '905' })).toMatchObject({ state: 'failed', code: 'processing_error' })
    expect(refusal({})).toMatchObject({ state: 'failed', code: 'processing_error' })
    for (const body of [{ errorCode: '704' }, null, 'text']) expect(refusal(body).state).toBe('unknown')
  })

  it('says that a stored card no longer exists for two errors only', () => {
    const errors = ['800', '803', '802', '']
    expect(errors.map((error) => hasNoCard({ kind: 'refusal', status: 422, body: { errorCode: error } }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('an answer', () => {
  const facts = { pspReference: 'P1', amount: { value: 2990, currency: 'EUR' } }
  const said = { providerRef: 'P1', amount: { minor: 2990, currency: 'EUR' } }
  it.each([
    ['Authorised', {}, 'authorised', null],
    ['Received', {}, 'processing', null],
    ['Pending', {}, 'processing', null],
    ['Refused', { refusalReasonCode: '6' }, 'declined', 'expired_card'],
    ['Refused', { refusalReason: 'CVC Declined' }, 'declined', 'invalid_cvc'],
    ['Cancelled', { refusalReasonCode: '16' }, 'cancelled', 'generic'],
    ['Error', { refusalReasonCode: '0' }, 'failed', 'processing_error'],
    ['Error', { refusalReasonCode: '9' }, 'failed', 'retry'],
    ['ChallengeShopper', {}, 'unknown', null],
    ['RedirectShopper', {}, 'unknown', null],
    ['RedirectShopper', { action: { type: 'threeDS2', url: 'https://bank.example' } }, 'unknown', null],
  ])('%s with %j', (resultCode, more, state, code) => {
    expect(answer({ ...facts, resultCode, merchantReference: 'our', ...more })).toMatchObject({
      ...said,
      reference: 'our',
      state,
      code,
      action: null,
    })
  })

  it('contains our order in one of two places, or not at all', () => {
    const at = (more: object) => answer({ ...facts, resultCode: 'Pending', ...more }).reference
    expect(at({ merchantReference: 'a', additionalData: { merchantReference: 'b' } })).toBe('a')
    expect(at({ additionalData: { merchantReference: 'b' } })).toBe('b')
    expect(at({})).toBeNull()
    expect(answer({ resultCode: 'Pending' })).toMatchObject({ providerRef: null, amount: null })
  })

  it.each([
    ['POST', 'POST'],
    ['GET', 'GET'],
    [undefined, 'GET'],
  ])('redirects to the bank by %s', (method, by) => {
    const action = { type: 'redirect', url: 'https://bank.example/x', method, data: { MD: '1' } }
    expect(answer({ ...facts, resultCode: 'RedirectShopper', action })).toMatchObject({
      state: 'requires_action',
      action: { type: 'redirect', url: 'https://bank.example/x', method: by, data: { MD: '1' } },
    })
  })

  const token = (additionalData: object, brand?: string) =>
    answer({ ...facts, resultCode: 'Authorised', additionalData, ...(brand && { paymentMethod: { brand } }) }).token
  it('contains a stored card under new or old names', () => {
    const older = {
      'recurring.recurringDetailReference': 'old',
      'recurring.shopperReference': 'member-2',
      cardSummary: '1111',
      paymentMethod: 'mc',
    }
    const newer = { 'tokenization.storedPaymentMethodId': 'new', 'tokenization.shopperReference': 'member-1' }
    expect(token(older)).toEqual({ id: 'old', brand: 'mc', last4: '1111', shopper: 'member-2' })
    expect(token({ ...older, ...newer }, 'visa')).toEqual({
      id: 'new',
      brand: 'visa',
      last4: '1111',
      shopper: 'member-1',
    })
    expect(token({ 'recurring.recurringDetailReference': 'old' })).toEqual({
      id: 'old',
      brand: null,
      last4: null,
      shopper: null,
    })
    expect(token({ cardSummary: '1111', 'recurring.shopperReference': 'member-2' })).toBeNull()
  })
})

describe('an event', () => {
  const item = (more: Partial<NotificationItem>): NotificationItem => ({
    additionalData: {},
    amount: { value: 2990, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    eventDate: '2027-01-15T13:00:00+01:00',
    merchantAccountCode: 'Account',
    merchantReference: 'our-order',
    pspReference: 'P1',
    success: 'true',
    ...more,
  })
  it.each([
    ['AUTHORISATION', 'payment', 'authorised', 'declined'],
    ['CAPTURE', 'payment', 'captured', 'failed'],
    ['CAPTURE_FAILED', 'payment', 'failed', 'unknown'],
    ['CANCELLATION', 'payment', 'cancelled', 'unknown'],
    ['TECHNICAL_CANCEL', 'payment', 'cancelled', 'unknown'],
    ['EXPIRE', 'payment', 'expired', 'unknown'],
    ['OFFER_CLOSED', 'payment', 'expired', 'unknown'],
    ['REFUND', 'refund', 'captured', 'failed'],
    ['REFUND_FAILED', 'refund', 'failed', 'unknown'],
    ['REFUNDED_REVERSED', 'refund', 'failed', 'unknown'],
    ['REQUEST_FOR_INFORMATION', 'dispute', 'processing', 'unknown'],
    ['NOTIFICATION_OF_CHARGEBACK', 'dispute', 'processing', 'unknown'],
    ['CHARGEBACK', 'dispute', 'processing', 'unknown'],
    ['CHARGEBACK_REVERSED', 'dispute', 'captured', 'unknown'],
    ['PREARBITRATION_WON', 'dispute', 'captured', 'unknown'],
    ['SECOND_CHARGEBACK', 'dispute', 'failed', 'unknown'],
    ['PREARBITRATION_LOST', 'dispute', 'failed', 'unknown'],
    ['REPORT_AVAILABLE', 'other', 'unknown', 'unknown'],
  ])('%s is of a %s: %s when successful, else %s', (eventCode, kind, done, not) => {
    for (const [success, state] of [['true', done] as const, ['false', not] as const])
      expect(readEvent(item({ eventCode, success }))).toMatchObject({
        eventId: `P1:${eventCode}:${success}`,
        kind,
        refundRef: kind === 'refund' ? 'P1' : null,
        state: { state, providerRef: 'P1', reference: 'our-order', amount: { minor: 2990, currency: 'EUR' } },
        occurredAt: '2027-01-15T12:00:00.000Z',
      })
  })

  it.each([
    ['Cancelled', 'cancelled', 'generic'],
    ['Shopper Cancelled', 'cancelled', 'generic'],
    ['FRAUD-CANCELLED', 'declined', 'blacklisted'],
    ['Not enough balance', 'declined', 'insufficient_funds'],
    [null, 'declined', 'generic'],
  ])('of a refused authorisation with the reason %s is %s', (reason, state, code) => {
    expect(readEvent(item({ success: 'false', reason })).state).toMatchObject({ state, code, token: null })
  })

  it('names the payment it is about, no empty reference, the stored card, and a time whatever its date', () => {
    const refund = readEvent(item({ eventCode: 'REFUND', pspReference: 'R1', originalReference: 'P1' }))
    expect(refund).toMatchObject({ eventId: 'R1:REFUND:true', refundRef: 'R1', state: { providerRef: 'P1' } })
    expect(readEvent(item({ merchantReference: '' })).state.reference).toBeNull()
    const additionalData = { 'recurring.recurringDetailReference': 'card', cardSummary: '1111' }
    const stored = item({ additionalData, paymentMethod: 'visa' })
    expect(readEvent(stored).state.token).toMatchObject({ id: 'card', brand: 'visa', last4: '1111' })
    expect(readEvent(item({ ...stored, eventCode: 'CAPTURE' })).state.token).toBeNull()
    expect(Date.parse(readEvent(item({ eventDate: 'yesterday' })).occurredAt)).toBeGreaterThan(0)
  })
})

describe('a request', () => {
  const browser = {
    userAgent: 'test',
    acceptHeader: '*/*',
    language: 'it',
    screenHeight: 800,
    screenWidth: 400,
    colorDepth: 24,
    timeZoneOffset: -60,
    javaEnabled: false,
    javaScriptEnabled: true,
  }
  const chargeOf = (source: PaymentSource, more: Partial<ChargeRequest> = {}): ChargeRequest => ({
    reference: 'our-order',
    idempotencyKey: 'k',
    amount: { minor: 2990, currency: 'EUR' },
    source,
    shopper: { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: '192.0.2.7', country: 'IT' },
    returnUrl: 'https://incontro.example/back',
    webhookUrl: 'https://incontro.example/hook',
    origin: 'https://incontro.example',
    browser,
    descriptor: 'INCONTRO.EXAMPLE DATING AND CHAT',
    ...more,
  })
  const always = {
    amount: { value: 2990, currency: 'EUR' },
    reference: 'our-order',
    merchantAccount: 'Account',
    returnUrl: 'https://incontro.example/back',
    shopperReference: 'member-1',
    shopperEmail: 'ada@example.com',
    shopperLocale: 'it-IT',
    countryCode: 'IT',
    shopperStatement: 'INCONTRO.EXAMPLE DATIN',
    captureDelayHours: 0,
  }
  const inBrowser = {
    channel: 'Web',
    origin: 'https://incontro.example',
    browserInfo: browser,
    redirectFromIssuerMethod: 'GET',
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    shopperIP: '192.0.2.7',
  }
  const card = {
    encryptedCardNumber: 'a',
    encryptedExpiryMonth: 'b',
    encryptedExpiryYear: 'c',
    encryptedSecurityCode: 'd',
    holderName: 'Ada Rossi',
  }
  const kept = { storePaymentMethod: true, recurringProcessingModel: 'Subscription' }
  const stored = { type: 'scheme', storedPaymentMethodId: 'T' }
  it.each<[string, PaymentSource, object]>([
    [
      'a card',
      { method: 'card', card, store: false },
      { ...inBrowser, paymentMethod: { type: 'scheme', ...card }, shopperInteraction: 'Ecommerce' },
    ],
    [
      'a card to keep',
      { method: 'card', card, store: true },
      { ...inBrowser, paymentMethod: { type: 'scheme', ...card }, shopperInteraction: 'Ecommerce', ...kept },
    ],
    [
      'Google Pay',
      { method: 'wallet', wallet: 'googlepay', payload: 'x', store: false },
      { ...inBrowser, paymentMethod: { type: 'googlepay', googlePayToken: 'x' }, shopperInteraction: 'Ecommerce' },
    ],
    [
      'Apple Pay to keep',
      { method: 'wallet', wallet: 'applepay', payload: 'x', store: true },
      {
        ...inBrowser,
        paymentMethod: { type: 'applepay', applePayToken: 'x' },
        shopperInteraction: 'Ecommerce',
        ...kept,
      },
    ],
    [
      'a stored card, by the member',
      { method: 'stored', token: 'T', initiator: 'member' },
      { ...inBrowser, paymentMethod: stored, shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' },
    ],
  ])('for %s', (_what, source, own) => {
    expect(paymentRequest(chargeOf(source), 'Account')).toEqual({ ...always, ...own })
  })

  it('for a renewal does not describe a browser', () => {
    const renewal = chargeOf({ method: 'stored', token: 'T', initiator: 'merchant' }, { browser: null })
    const withoutIp = { ...renewal, shopper: { ...renewal.shopper, ip: null } }
    expect(paymentRequest(withoutIp, 'Account')).toEqual({
      ...always,
      paymentMethod: stored,
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
    })
  })

  it('is not sent for a page or an unknown wallet', () => {
    expect(() => paymentRequest(chargeOf({ method: 'hosted', store: false }), 'Account')).toThrow()
    const other = { method: 'wallet', wallet: 'otherpay', payload: 'x', store: false } as const
    expect(() => paymentRequest(chargeOf(other), 'Account')).toThrow()
  })
})

describe('the card key', () => {
  afterEach(() => void vi.useRealTimers())
  it('is requested once an hour, and an old one is used while Adyen is down', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    let calls = 0
    let isUp = true
    const adyen = createAdyen({
      baseUrl: 'https://adyen.example',
      shopperBaseUrl: 'https://shopper.example',
      apiKey: 'a',
      clientKey: 'c',
      merchantAccount: 'Account',
      hmacKey: '00',
      webhookUser: 'u',
      webhookPassword: 'p',
      fetch: async () => {
        calls += 1
        return isUp ? Response.json({ publicKey: `10001|${calls}` }) : new Response('', { status: 503 })
      },
    })
    const keyAt = async (ms: number) => {
      vi.setSystemTime(ms)
      return (await adyen.cardKey()).publicKey
    }
    expect([await keyAt(0), await keyAt(3_599_999), await keyAt(3_600_000)]).toEqual(['10001|1', '10001|1', '10001|2'])
    isUp = false
    expect(await keyAt(7_200_000)).toBe('10001|2')
    isUp = true
    expect(await keyAt(7_200_001)).toBe('10001|4')
  })
})
