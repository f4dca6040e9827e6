import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebhookRefused, type ChargeRequest, type PaymentSource, type ProviderEvent } from '#modules/payments/port.ts'
import { eventsIn, type Hook, type Stage } from './stage.ts'

const shopper = { reference: 'member-1', email: 'ada@example.com', locale: 'it-IT', ip: '192.0.2.7', country: 'IT' }

/** A charge of 29.90 euros under a unique reference. */
export function chargeOf(source: PaymentSource, changes: Partial<ChargeRequest> = {}): ChargeRequest {
  const reference = randomUUID()
  return {
    reference,
    idempotencyKey: reference,
    amount: { minor: 2990, currency: 'EUR' },
    source,
    shopper,
    returnUrl: `http://localhost:3000/paymentCheck/it?reference=${reference}`,
    webhookUrl: 'http://localhost:3000/pay/webhooks/it',
    origin: 'http://localhost:3000',
    browser: null,
    descriptor: 'INCONTRO',
    ...changes,
  }
}

/** The port's contract, case by case: every adapter passes it on its own sandbox. */
export function describeContract(
  name: string,
  open: () => Promise<Stage>,
  { declines, laterDeclines, forgeries }: Pick<Stage, 'declines' | 'laterDeclines' | 'forgeries'>,
): void {
  describe(`the payment contract, kept by ${name}`, () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage?.close())

    const charge = async (changes: Partial<ChargeRequest> = {}, store = false) =>
      chargeOf(await stage.source(store), changes)
    const paid = expect.stringMatching(/^(authorised|captured)$/)

    /** All events about a payment, each once, after waiting for the expected ones. */
    async function events(state: Awaited<ReturnType<Stage['pay']>>, request: ChargeRequest, kinds: readonly string[]) {
      let found = new Map<string, ProviderEvent>()
      await vi.waitFor(async () => {
        const read = await Promise.all(
          (await stage.hooks(state, request)).map((hook) => eventsIn(stage.provider, hook)),
        )
        found = new Map(read.flat().map((event) => [event.eventId, event]))
        const there = [...found.values()].map(({ kind, state: { state: to } }) => `${kind} ${to}`)
        expect(there).toEqual(expect.arrayContaining([...kinds]))
      }, 5_000)
      return [...found.values()]
    }

    test('ping resolves while it is up, and rejects while it is down', async () => {
      await stage.provider.ping()
      await expect(stage.over(() => Promise.reject(new TypeError('fetch failed'))).ping()).rejects.toThrow()
      await expect(stage.over(async () => new Response('', { status: 503 })).ping()).rejects.toThrow()
    })

    test('an amount in a currency without decimals is reported as it was charged, and as it is refunded', async () => {
      const { currencies } = stage.provider.capabilities
      const currency = ['ISK', 'JPY'].find((one) => currencies.includes(one)) ?? 'EUR'
      const request = await charge({ amount: { minor: 2990, currency } })
      const state = await stage.pay(request)
      expect(state).toMatchObject({ state: paid, amount: { minor: 2990, currency } })
      await events(state, request, ['payment captured'])
      const refund = { providerRef: state.providerRef ?? '', reference: randomUUID(), idempotencyKey: randomUUID() }
      expect(await stage.provider.refund({ ...refund, amount: request.amount })).toMatchObject({ accepted: true })
    })

    test('a payment is reported with our reference and amount, directly and by webhook', async () => {
      const request = await charge()
      const state = await stage.pay(request)
      expect(state).toMatchObject({
        state: paid,
        reference: request.reference,
        amount: request.amount,
        code: null,
        providerRef: expect.any(String),
      })
      const found = await events(state, request, ['payment captured'])
      expect(found.find((event) => event.kind === 'payment' && event.state.state === 'captured')).toMatchObject({
        kind: 'payment',
        state: { reference: request.reference, amount: request.amount, providerRef: state.providerRef },
      })
      expect(stage.payments(request.reference)).toBe(1)
    })

    test('the card has one fingerprint for every shopper, or none', async () => {
      const [one, other] = [await charge(), await charge({ shopper: { ...shopper, reference: 'member-2' } })]
      const found = await Promise.all(
        [one, other].map(
          async (request) => (await stage.report(stage.provider, request, await stage.pay(request))).cardFingerprint,
        ),
      )
      const expected = stage.provider.capabilities.cardFingerprint ? expect.stringMatching(/^\w{16,}$/) : undefined
      expect(found).toEqual([expected, expected])
      expect(found[0]).toBe(found[1])
    })

    test.each(declines)('a decline: $name', async ({ name: decline, code, state }) => {
      expect(await stage.decline(decline, await charge())).toMatchObject({ state, code })
    })

    describe('a page to which the member is redirected', () => {
      test('is of the web, and is paid when they approve', async () => {
        const request = await charge()
        const state = await stage.redirect(request)
        expect(state).toMatchObject({ state: 'requires_action', action: { type: 'redirect' } })
        expect(state.action?.url).toMatch(/^https?:/)
        expect(await stage.comeBack(state, request, 'approve')).toMatchObject({
          state: paid,
          reference: request.reference,
          amount: request.amount,
        })
      })
      test('is not paid when they refuse', async () => {
        const request = await charge()
        const state = await stage.redirect(request)
        expect(await stage.comeBack(state, request, 'refuse')).toMatchObject({ state: stage.refused })
      })
      test('stays open when they leave it', async () => {
        const request = await charge()
        const state = await stage.redirect(request)
        expect(await stage.comeBack(state, request, 'leave')).toMatchObject({ state: stage.left })
      })
      test('is closed by us, unless it was paid first', async () => {
        const { provider } = stage
        if (!provider.cancel) return
        const request = await charge()
        const opened = await stage.redirect(request)
        const payment = { providerRef: opened.providerRef ?? '', reference: request.reference }
        expect((await provider.cancel(payment)).state).toMatch(/^(cancelled|expired)$/)
        const late = await charge()
        const bought = await stage.pay(late)
        expect(
          await provider.cancel({ providerRef: bought.providerRef ?? '', reference: late.reference }),
        ).toMatchObject({ state: paid, amount: late.amount, reference: late.reference })
      })
    })

    describe('a lost response', () => {
      test('before the provider acted: nothing is taken, and asking again pays once', async () => {
        const request = await charge()
        const away = stage.over(() => Promise.reject(new TypeError('fetch failed')))
        expect(await away.charge(request)).toMatchObject({ state: 'unknown', providerRef: null })
        expect(stage.payments(request.reference)).toBe(0)
        expect(await stage.finish(await stage.provider.resolve(request), request)).toMatchObject({ state: paid })
        expect(stage.payments(request.reference)).toBe(1)
      })
      test('after the provider acted: asking again finds the one payment', async () => {
        const request = await charge()
        const deaf = stage.over(async (input, init) => {
          await fetch(input, init)
          throw new TypeError('fetch failed')
        })
        expect(await deaf.charge(request)).toMatchObject({ state: 'unknown' })
        const found = await stage.provider.resolve(request)
        expect(found.reference).toBe(request.reference)
        expect(await stage.finish(found, request)).toMatchObject({ state: paid })
        expect(await stage.provider.resolve(request)).toMatchObject({ reference: request.reference })
        expect(stage.payments(request.reference)).toBe(1)
      })
      test('after the provider refunded: asking again refunds nothing more', async () => {
        const state = await stage.pay(await charge())
        const input = {
          providerRef: state.providerRef ?? '',
          reference: randomUUID(),
          amount: { minor: 1000, currency: 'EUR' },
          idempotencyKey: randomUUID(),
        }
        if (!stage.provider.capabilities.repeatableRefund) return
        const deaf = stage.over(async (url, init) => {
          await fetch(url, init)
          throw new TypeError('fetch failed')
        })
        await expect(deaf.refund(input)).rejects.toThrow()
        const first = await stage.provider.refund(input)
        expect(first).toMatchObject({ accepted: true, providerRef: expect.any(String) })
        expect(await stage.provider.refund(input)).toEqual(first)
        const rest = { ...input, reference: randomUUID(), idempotencyKey: randomUUID() }
        expect(await stage.provider.refund({ ...rest, amount: { minor: 1990, currency: 'EUR' } })).toMatchObject({
          accepted: true,
        })
      })

      test.each<[string, () => Response]>([
        ['too many calls', () => new Response('{}', { status: 429 })],
        ['a broken server', () => new Response('{}', { status: 503 })],
        ['a page instead of data', () => new Response('<html>')],
        ['half of the data', () => new Response('{"id":"tr_1","am')],
        ['data of something else', () => Response.json({ hello: 'world' })],
        ['nothing', () => new Response('')],
      ])('%s is not a valid response: the outcome is unknown', async (_what, answer) => {
        const broken = stage.over(async () => answer())
        const request = await charge()
        expect(await broken.charge(request)).toMatchObject({ state: 'unknown', token: null })
        expect(await broken.resolve(request)).toMatchObject({ state: 'unknown' })
        await expect(
          broken.refund({
            providerRef: 'P',
            reference: 'r',
            amount: { minor: 1, currency: 'EUR' },
            idempotencyKey: 'k',
          }),
        ).rejects.toThrow()
        const { lookUp, cancel, fetchEvents } = broken
        const payment = { providerRef: 'P', reference: request.reference }
        if (lookUp) expect(await lookUp(payment)).toMatchObject({ state: 'unknown' })
        if (cancel) expect(await cancel(payment)).toMatchObject({ state: 'unknown' })
        if (fetchEvents) await expect(fetchEvents('P')).rejects.toThrow()
      })
    })

    describe('a reply is reported as it is', () => {
      const altered = (from: string, to: string) =>
        stage.over(async (input, init) => {
          const response = await fetch(input, init)
          const text = await response.text()
          expect(text).toContain(from)
          return new Response(text.replaceAll(from, to), { status: response.status, headers: response.headers })
        })
      test('another amount, currency and reference are reported instead of ours', async () => {
        const request = await charge()
        const state = await stage.pay(request)
        const report = (from: string, to: string) => stage.report(altered(from, to), request, state)
        expect((await report(stage.saysAmount(2990), stage.saysAmount(100))).amount).toEqual({
          minor: 100,
          currency: 'EUR',
        })
        expect((await report(stage.saysCurrency('EUR'), stage.saysCurrency('USD'))).amount).toEqual({
          minor: 2990,
          currency: 'USD',
        })
        const other = randomUUID()
        expect((await report(request.reference, other)).reference).toBe(other)
      })
    })

    describe('a refund', () => {
      test('can be made in parts, each reported with our reference of it', async () => {
        const request = await charge()
        const state = await stage.pay(request)
        const reference = randomUUID()
        const { accepted, providerRef } = await stage.provider.refund({
          providerRef: state.providerRef ?? '',
          reference,
          amount: { minor: 1000, currency: 'EUR' },
          idempotencyKey: reference,
        })
        expect(accepted).toBe(true)
        const found = await events(state, { ...request, reference }, ['refund captured'])
        expect(found.find(({ kind }) => kind === 'refund')).toMatchObject({
          refundRef: providerRef,
          state: {
            state: 'captured',
            reference,
            amount: { minor: 1000, currency: 'EUR' },
          },
        })
        // The provider may report our reference of the refund instead.
        expect([state.providerRef, null]).toContain(found.find(({ kind }) => kind === 'refund')?.state.providerRef)
      })
      test('of an unknown payment is not accepted', async () => {
        const answer = await stage.provider.refund({
          providerRef: 'none',
          reference: randomUUID(),
          amount: { minor: 1, currency: 'EUR' },
          idempotencyKey: randomUUID(),
        })
        expect(answer).toEqual({ accepted: false, providerRef: null })
      })
    })

    test('a dispute of the customer is reported', async () => {
      if (!stage.provider.capabilities.disputes) return
      const request = await charge()
      const state = await stage.pay(request)
      await stage.dispute(state)
      const found = await events(state, request, ['dispute processing'])
      expect(found.find(({ kind }) => kind === 'dispute')?.state.providerRef).toBe(state.providerRef)
    })

    describe('our side of a dispute, where its API takes it', () => {
      async function contested() {
        const request = await charge()
        const state = await stage.pay(request)
        await stage.dispute(state)
        const found = await events(state, request, ['dispute processing'])
        const facts = found.find(({ kind }) => kind === 'dispute')?.dispute
        expect(facts).toMatchObject({ awaitsUs: true, reason: 'fraud', dueAt: expect.stringMatching(/Z$/) })
        return { request, state, ref: facts?.ref ?? '' }
      }
      const answer = (disputeRef: string, evidence: string | null, repeated = false) => ({
        disputeRef,
        evidence,
        idempotencyKey: randomUUID(),
        repeated,
      })
      test('is taken once, also when the answer to it was lost, and the outcome is reported', async () => {
        const { disputeAnswers } = stage.provider
        if (!disputeAnswers) return
        const { request, state, ref } = await contested()
        const away = stage.over(() => Promise.reject(new TypeError('fetch failed')))
        await expect(away.disputeAnswers?.send(answer(ref, 'It was used.'))).rejects.toThrow()
        const deaf = stage.over(async (input, init) => {
          await fetch(input, init)
          throw new TypeError('fetch failed')
        })
        await expect(deaf.disputeAnswers?.send(answer(ref, 'It was used.'))).rejects.toThrow()
        // Whether the deaf one reached it depends on how the provider is asked; a repeat comes to the same.
        expect(await disputeAnswers.send(answer(ref, 'It was used.', true))).toEqual({ taken: true })
        expect(await disputeAnswers.send(answer(ref, 'It was used.', true))).toEqual({ taken: true })
        expect(await disputeAnswers.send(answer(ref, 'More of it.'))).toMatchObject({ taken: false })
        await events(state, request, ['dispute captured'])
      })
      test('can be that the loss is accepted', async () => {
        const { disputeAnswers } = stage.provider
        if (!disputeAnswers) return
        const { request, state, ref } = await contested()
        expect(await disputeAnswers.send(answer(ref, null))).toEqual({ taken: true })
        expect(await disputeAnswers.send(answer(ref, null, true))).toEqual({ taken: true })
        await events(state, request, ['dispute failed'])
      })
      test('is refused in its words for a dispute that it does not know', async () => {
        const { disputeAnswers } = stage.provider
        if (!disputeAnswers) return
        expect(await disputeAnswers.send(answer('none', 'It was used.'))).toMatchObject({
          taken: false,
          why: expect.stringMatching(/./),
        })
      })
    })

    test('each wallet it declares pays, is declined, and is stored for renewals', async () => {
      for (const wallet of stage.provider.capabilities.wallets ?? []) {
        const source = (card: 'pays' | 'insufficient_funds', store = false) => ({
          method: 'wallet' as const,
          wallet,
          payload: stage.walletPayload?.(wallet, card) ?? '',
          store,
        })
        const request = chargeOf(source('pays', true))
        const state = await stage.provider.charge(request)
        expect(state).toMatchObject({ state: paid, reference: request.reference, amount: request.amount })
        expect(state.token?.shopper).toBe(shopper.reference)
        expect(await stage.provider.resolve(request)).toMatchObject({ providerRef: state.providerRef })
        expect(stage.payments(request.reference)).toBe(1)
        const renewal = chargeOf({ method: 'stored', token: state.token?.id ?? '', initiator: 'merchant' })
        expect(await stage.provider.charge(renewal)).toMatchObject({ state: paid })
        expect(await stage.provider.charge(chargeOf(source('insufficient_funds')))).toMatchObject({
          state: 'declined',
          code: 'insufficient_funds',
        })
        const spoilt = { ...source('pays'), payload: 'none of it' }
        expect((await stage.provider.charge(chargeOf(spoilt))).state).toMatch(/^(declined|failed)$/)
      }
    })

    describe('a stored method', () => {
      test('is reported with its shopper, and pays renewals until it is detached', async () => {
        if (!stage.provider.capabilities.renewals) return
        const token = await stage.store(await charge({}, true), null)
        const renewal = () => chargeOf({ method: 'stored', token, initiator: 'merchant' })
        const request = renewal()
        const state = await stage.provider.charge(request)
        expect(state).toMatchObject({ state: paid, reference: request.reference, amount: request.amount })
        expect(await stage.provider.resolve(request)).toMatchObject({ providerRef: state.providerRef })
        expect(stage.payments(request.reference)).toBe(1)
        const away = stage.over(() => Promise.reject(new TypeError('fetch failed')))
        await expect(away.detachCard({ token, shopper: shopper.reference })).rejects.toThrow()
        await stage.provider.detachCard({ token, shopper: shopper.reference })
        await stage.provider.detachCard({ token, shopper: shopper.reference })
        expect(await stage.provider.charge(renewal())).toMatchObject({ state: 'declined', code: 'change_method' })
      })
      test.each(laterDeclines)('declines a renewal: $name', async ({ name: decline, code }) => {
        const token = await stage.store(await charge({}, true), decline)
        const request = chargeOf({ method: 'stored', token, initiator: 'merchant' })
        expect(await stage.provider.charge(request)).toMatchObject({ state: 'declined', code })
      })
    })

    describe('a webhook', () => {
      async function genuine(): Promise<Hook> {
        const request = await charge()
        const state = await stage.pay(request)
        const [hook] = await stage.hooks(state, request)
        if (!hook) throw new Error('no webhook came')
        return hook
      }
      test('that arrives twice contains the same events, in any order', async () => {
        const request = await charge()
        const state = await stage.pay(request)
        await events(state, request, ['payment captured'])
        const hooks = await stage.hooks(state, request)
        const ids = async (list: readonly Hook[]) =>
          new Set((await Promise.all(list.map((hook) => eventsIn(stage.provider, hook)))).flat().map((e) => e.eventId))
        expect(await ids([...hooks, ...hooks].toReversed())).toEqual(await ids(hooks))
      })
      test.each(forgeries)('that is forged is refused: $name', async ({ of }) => {
        await expect(stage.provider.readWebhook(of(await genuine()))).rejects.toThrow(WebhookRefused)
      })
      test('that is a replay is refused, if it contains its time', async () => {
        if (!stage.old) return
        await expect(stage.old(await genuine())).rejects.toThrow(WebhookRefused)
      })
      test.each(['', '{}', '[]', 'null', '\u0000', 'id=', '{"id":1}'])('of %j is refused', async (text) => {
        const { headers } = await genuine()
        await expect(stage.provider.readWebhook({ raw: Buffer.from(text), headers })).rejects.toThrow(WebhookRefused)
      })
    })
  })
}
