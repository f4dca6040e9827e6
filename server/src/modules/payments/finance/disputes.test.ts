import { composeEvidence, type DisputeFactKind } from '@incontro/contract/admin'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { workOff } from '#test/support/work-off.ts'

const start = new Date('2030-03-10T12:00:00Z')
const day = 86_400_000
let now = start
let server: TestServer
let finance: TestStaff
let owner: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now, paymentTimeoutMs: 200 })
  finance = await staffMember(server, { roles: ['finance@battito'], name: 'Ada', at: start })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Grace', at: start })
})
afterAll(() => server?.close())
beforeEach(async () => {
  now = start
  await fetch(`${server.sandbox.origin}/control/reset`, { method: 'POST' })
  member = await server.member({ host: 'battito.localhost' })
})

const disputes = '/admin/api/battito/disputes'
const days = (count: number) => new Date(start.getTime() + count * day)
let made = 0

interface Wish {
  readonly brand?: string
  readonly who?: TestMember
  readonly provider?: string
  readonly ref?: string | null
  readonly due?: Date | null
  readonly awaits?: boolean
  readonly state?: 'open' | 'won' | 'lost'
  readonly openedAt?: Date
}
/** A contested order that the sandbox knows by these references. */
async function contested(wish: Wish = {}): Promise<string> {
  const id = randomUUID()
  const { brand = 'battito', who = member, provider = 'stripe', state = 'open', openedAt = days(-2) } = wish
  const name = `test${(made += 1)}`
  const { db } = server.database
  const memberId = who.session.angelId
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: brand,
      member_id: memberId,
      order_key: randomUUID(),
      provider,
      connection: provider,
      provider_ref: `pi_sample_${name}`,
      flow_id: '7',
      flow_version: '1',
      plan_id: 'pack',
      plan: JSON.stringify({
        level: 1,
        credits: 60,
        name: { it: 'Sessanta', es: 'Sesenta', fr: 'Soixante', en: 'Sixty messages' },
      }),
      amount_minor: 4990,
      currency: 'EUR',
      state: state === 'open' ? 'disputed' : state,
      created_at: days(-20),
      updated_at: days(-20),
      granted_at: days(-20),
      accepts: JSON.stringify({ renewal: false, immediateStart: true, textVersion: '2026-02' }),
    })
    .execute()
  await db
    .insertInto('disputes')
    .values({
      attempt_id: id,
      brand_id: brand,
      member_id: memberId,
      state,
      credits: 0,
      unused_ms: '0',
      used_minor: 1500,
      currency: 'EUR',
      opened_at: openedAt,
      updated_at: openedAt,
      provider_ref: wish.ref === undefined ? `dp_sample_${name}_4990_eur` : wish.ref,
      reason: 'fraud',
      due_at: wish.due === undefined ? days(5) : wish.due,
      awaits_us: wish.awaits ?? true,
    })
    .execute()
  return id
}
const open = (id: string, by = finance, brand = 'battito') =>
  by.call(`/admin/api/${brand}/disputes/${id}/open`, { body: {} })
const list = async (query = '', by = finance) => (await by.call(`${disputes}?${query}`)).body.disputes
const ids = (rows: { order: string }[]): string[] => rows.map(({ order }) => order)

interface Sending {
  readonly by?: TestStaff
  readonly brand?: string
  readonly statement?: string
  readonly facts?: readonly DisputeFactKind[]
  readonly id?: string
  readonly text?: string
}
/** As the page sends it: with the text that it shows. */
async function send(order: string, wish: Sending = {}) {
  const {
    by = finance,
    brand = 'battito',
    statement = 'The customer used it.',
    facts = ['order'],
    id = randomUUID(),
  } = wish
  const { body } = await open(order, finance)
  const text = wish.text ?? composeEvidence(statement, body.facts ?? [], facts)
  return by.call(`/admin/api/${brand}/disputes/${order}/evidence`, { body: { id, statement, facts, text } })
}
const accept = (order: string, { by = finance, brand = 'battito', id = randomUUID() } = {}) =>
  by.call(`/admin/api/${brand}/disputes/${order}/accept`, { body: { id, reason: 'The card was stolen' } })
const answers = (order: string) =>
  server.database.db.selectFrom('dispute_answers').selectAll().where('attempt_id', '=', order).execute()
const disputeOf = (order: string) =>
  server.database.db.selectFrom('disputes').selectAll().where('attempt_id', '=', order).executeTakeFirstOrThrow()
/** What the stand-in has of it. */
const atProvider = async (order: string) => {
  const { provider_ref: ref } = await disputeOf(order)
  return server.sandbox.sandbox.stripe.payments.findDispute(ref ?? '')?.dispute
}
/** How the stand-in behaves; `beforeEach` ends it, and sends the webhooks that were held. */
const control = (faults: object) =>
  fetch(`${server.sandbox.origin}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
const audited = async (action: string) =>
  (await owner.call('/admin/api/battito/audit')).body.entries.filter((one: { action: string }) => one.action === action)

describe('the list', () => {
  it('has open disputes by the day on which we are due, then decided ones, never those of another brand', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    const other = await contested({ brand: 'brisa', who: elsewhere })
    const later = await contested({ due: days(9) })
    const unknown = await contested({ due: null })
    const soon = await contested({ due: days(1) })
    const won = await contested({ state: 'won', openedAt: days(-3) })
    const lost = await contested({ state: 'lost', openedAt: days(-4) })
    const mine = [later, unknown, soon, won, lost]
    const found = await list()
    expect(ids(found).filter((id) => mine.includes(id))).toEqual([soon, later, unknown, won, lost])
    expect(ids(found)).not.toContain(other)
    expect(found.find(({ order }: { order: string }) => order === soon)).toMatchObject({
      amountMinor: 4990,
      currency: 'EUR',
      reason: 'fraud',
      dueAt: days(1).toISOString(),
      stage: 'to_answer',
    })
    expect(ids(await list('state=won')).filter((id) => mine.includes(id))).toEqual([won])
    expect(ids(await list('state=open'))).not.toContain(won)
    expect((await finance.call(`${disputes}?state=none`)).status).toBe(400)
  })

  it('goes on behind the last decided one', async () => {
    const at = days(-400)
    const decided = await Promise.all(Array.from({ length: 52 }, () => contested({ state: 'won', openedAt: at })))
    const seen: string[] = []
    let query = 'state=won'
    for (;;) {
      const { body } = await finance.call(`${disputes}?${query}`)
      seen.push(...ids(body.disputes))
      const last = body.disputes.at(-1)
      if (!body.more) break
      query = `state=won&afterAt=${last.updatedAt}&afterOrder=${last.order}`
    }
    expect(seen.filter((id) => decided.includes(id)).toSorted()).toEqual(decided.toSorted())
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('a dispute', () => {
  it('has what our rows say, without a word that anybody wrote, and its opening is in the audit', async () => {
    const order = await contested()
    const { db } = server.database
    const other = await server.member({ host: 'battito.localhost' })
    const [low, high] = [member.session.angelId, other.session.angelId].toSorted() as [string, string]
    const conversation = randomUUID()
    await db
      .insertInto('conversations')
      .values({ id: conversation, pool_id: 'battito', low_id: low, high_id: high, created_at: days(-10) } as never)
      .execute()
    await db
      .insertInto('messages')
      .values(
        [1, 2].map((seq) => ({
          conversation_id: conversation,
          seq,
          id: randomUUID(),
          sender_id: member.session.angelId,
          client_message_id: randomUUID(),
          body: 'a secret word',
          icebreaker: false,
          sender_level: 1,
          cost: 10,
          created_at: days(-10 + seq),
        })),
      )
      .execute()
    const { body } = await open(order)
    expect(body).toMatchObject({ order, stage: 'to_answer', mostCharacters: 20_000, hasMember: true, usedMinor: 1500 })
    const facts = Object.fromEntries(body.facts.map(({ kind, text }: { kind: string; text: string }) => [kind, text]))
    expect(facts.order).toContain('Sixty messages, for 49.90 EUR')
    expect(facts.delivery).toContain('Credits delivered: 60; of these, 60 were spent before the dispute.')
    expect(facts.messages).toBe(
      'Messages that the customer sent after the order and before the dispute: 2, the first on 2030-03-01 12:00:00 UTC, the last on 2030-03-02 12:00:00 UTC.',
    )
    expect(facts.sign_ins).toMatch(/account was created on/)
    expect(facts.waiver).toContain('text of 2026-02')
    expect(JSON.stringify(body)).not.toContain('secret')
    expect((await audited('dispute_opened'))[0]).toMatchObject({ by: 'Ada', subjectId: order })
  })

  it('says of a plan whose time stood still how long it could be used, and no times that have moved', async () => {
    const order = await contested()
    const delivered = async () =>
      (await open(order)).body.facts.find(({ kind }: { kind: string }) => kind === 'delivery').text
    const term = (changes: object) =>
      server.database.db.updateTable('payment_attempts').set(changes).where('id', '=', order).execute()
    await term({ term_start: days(-20), term_end: days(70) })
    expect(await delivered()).toContain(
      'The plan could be used from 2030-02-18 12:00:00 UTC until 2030-03-08 12:00:00 UTC.',
    )
    // A suspension of 30 days, in which the dispute was opened: after ten days of use, and before its end.
    await term({ term_start: days(10), term_end: days(100), term_resumes_at: days(20) })
    expect(await delivered()).toContain(
      '\nThe plan’s time stood still for a while: of its 90 days, 10 could be used before the dispute.\n',
    )
    expect(await delivered()).not.toContain('could be used from')
  })

  it('of another brand, and an order that is not contested, do not exist', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    const other = await contested({ brand: 'brisa', who: elsewhere })
    expect((await open(other)).status).toBe(404)
    expect((await open(other, owner)).status).toBe(404)
    const there = (await open(other, owner, 'brisa')).body
    const text = composeEvidence('x', there.facts, [])
    for (const by of [finance, owner]) {
      expect((await send(other, { by, text })).status).toBe(404)
      expect((await accept(other, { by })).status).toBe(404)
    }
    expect(await answers(other)).toEqual([])
    expect((await open(randomUUID())).status).toBe(404)
  })

  it('is for finance and owners, with the second factor shown again to answer', async () => {
    const order = await contested()
    const support = await staffMember(server, { roles: ['support@battito'], at: start })
    expect((await open(order, support)).status).toBe(403)
    expect((await send(order, { by: support })).status).toBe(403)
    const stale = await staffMember(server, { roles: ['finance@battito'], state: 'stale', at: start })
    expect((await open(order, stale)).status).toBe(200)
    expect((await send(order, { by: stale })).body.code).toBe('proof_needed')
    expect((await accept(order, { by: stale })).body.code).toBe('proof_needed')
    expect(await answers(order)).toEqual([])
  })

  it('of what staff bought as a member is for a colleague', async () => {
    const order = await contested()
    const { email } = await server.database.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.session.angelId)
      .executeTakeFirstOrThrow()
    const self = await staffMember(server, { roles: ['finance@battito'], at: start })
    await server.database.db.updateTable('staff').set({ email }).where('id', '=', self.id).execute()
    expect((await open(order, self)).body.code).toBe('own_account')
    expect((await send(order, { by: self })).body.code).toBe('own_account')
    expect((await accept(order, { by: self })).body.code).toBe('own_account')
  })

  it('is stored with the day, the reason and the amount as the provider reports it', async () => {
    const { payments } = server.sandbox.sandbox.stripe
    const opened = payments.open({
      amount: 4990,
      currency: 'EUR',
      description: 'Pack',
      metadata: {},
      locale: null,
      returnUrl: null,
      cancelUrl: null,
      webhookUrl: null,
      customerId: null,
      keep: false,
    })
    payments.decide(opened.id, { choice: 'pay', failure: null, laterFailure: null })
    const order = await contested()
    const { db } = server.database
    await db.deleteFrom('disputes').where('attempt_id', '=', order).execute()
    await db
      .updateTable('payment_attempts')
      .set({ provider_ref: opened.id, state: 'captured' })
      .where('id', '=', order)
      .execute()
    payments.dispute(opened.id)
    await vi.waitFor(async () => expect((await disputeOf(order)).provider_ref).not.toBeNull(), 5000)
    expect(await disputeOf(order)).toMatchObject({
      state: 'open',
      awaits_us: true,
      reason: 'fraud',
      contested_minor: 4990,
      contested_currency: 'EUR',
      due_at: expect.any(Date),
    })
  })
})

describe('evidence', () => {
  it('is sent once, exactly as it was read, and the outcome comes by the provider’s webhook', async () => {
    const order = await contested()
    const statement = 'The account was used after the payment.'
    expect((await send(order, { statement, facts: ['order', 'delivery', 'waiver'] })).body).toEqual({ state: 'sent' })
    const [answer] = await answers(order)
    expect(answer).toMatchObject({ kind: 'evidence', state: 'sent', made_by: `staff:${finance.id}` })
    expect(answer?.body).toMatch(/^The account was used after the payment\.\n\nOrder [^]*Delivered[^]*expressly asked/)
    expect((await atProvider(order))?.evidence).toBe(answer?.body)
    expect((await audited('dispute_evidence_sent'))[0]).toMatchObject({ by: 'Ada' })
    await vi.waitFor(async () => expect((await disputeOf(order)).state).toBe('won'), 5000)
    const { body } = await open(order)
    expect(body).toMatchObject({ stage: 'decided', state: 'won' })
    expect(body.answers).toMatchObject([{ kind: 'evidence', state: 'sent', by: 'Ada', text: answer?.body }])
  })

  it('that does not convince is lost, and what was used is a claim', async () => {
    const order = await contested()
    expect((await send(order, { statement: 'losing_evidence' })).status).toBe(200)
    await vi.waitFor(async () => expect((await disputeOf(order)).state).toBe('lost'), 5000)
    expect(await disputeOf(order)).toMatchObject({ used_minor: 1500, settled_at: null })
    expect((await open(order)).body.history.at(-1)).toMatchObject({ kind: expect.any(String) })
  })

  it('is sent once by a second press and by two people', async () => {
    await control({ holdWebhooks: true })
    const order = await contested()
    const id = randomUUID()
    const [one, again] = [await send(order, { id }), await send(order, { id })]
    expect([one.body, again.body]).toEqual([{ state: 'sent' }, { state: 'sent' }])
    expect((await send(order)).body.code).toBe('answered_already')
    expect(await answers(order)).toHaveLength(1)

    const contestedTwice = await contested()
    const replies = await Promise.all([
      send(contestedTwice, { statement: 'Ada’s' }),
      send(contestedTwice, { by: owner, statement: 'Grace’s' }),
      accept(contestedTwice, { by: owner }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await answers(contestedTwice)).toHaveLength(1)
  })

  it('is refused after its day, where none is awaited, and when it was decided; nothing is stored', async () => {
    const late = await contested({ due: days(0) })
    expect((await open(late)).body.stage).toBe('overdue')
    expect((await send(late)).body.code).toBe('dispute_overdue')
    expect((await accept(late)).body.code).toBe('dispute_overdue')
    const reviewed = await contested({ awaits: false })
    expect((await open(reviewed)).body.stage).toBe('with_provider')
    expect((await send(reviewed)).body.code).toBe('not_awaited')
    const won = await contested({ state: 'won' })
    expect((await send(won)).body.code).toBe('dispute_decided')
    for (const order of [late, reviewed, won]) expect(await answers(order)).toEqual([])
  })

  it('that was not read like this, is too long or empty is refused', async () => {
    const order = await contested()
    expect((await send(order, { text: 'Something else' })).body.code).toBe('evidence_changed')
    expect((await send(order, { statement: 'a'.repeat(19_990) })).body.code).toBe('evidence_too_long')
    expect((await send(order, { statement: ' ', facts: [], text: ' ' })).status).toBe(400)
    expect(await answers(order)).toEqual([])
  })

  it('that the provider refuses changes nothing but is on the page in its words, and can be sent again', async () => {
    const order = await contested({ ref: 'dp_unknown' })
    const before = await disputeOf(order)
    const refused = await send(order)
    expect([refused.status, refused.body.code]).toEqual([409, 'provider_refused'])
    expect(await disputeOf(order)).toEqual(before)
    const { body } = await open(order)
    expect(body.stage).toBe('to_answer')
    expect(body.answers).toMatchObject([{ state: 'refused', refusal: "No such dispute: 'dp_unknown'" }])
    expect((await audited('dispute_answer_refused'))[0]).toMatchObject({ by: 'Ada' })
    expect((await send(order)).body.code).toBe('provider_refused')
    expect(await answers(order)).toHaveLength(2)
  })

  it('whose answer is lost is repeated by a job, and arrives once', async () => {
    const order = await contested()
    await control({ timeoutNext: true, holdWebhooks: true })
    expect((await send(order)).body).toEqual({ state: 'waiting' })
    expect((await open(order)).body.stage).toBe('sending')
    expect((await send(order)).body.code).toBe('answered_already')
    now = new Date(start.getTime() + 2 * 60_000)
    await workOff(server, now, /^payment-dispute-answer$/)
    expect(await answers(order)).toMatchObject([{ state: 'sent', checks: 2 }])
    expect((await open(order)).body.stage).toBe('answered')
    expect((await atProvider(order))?.evidence).toContain('The customer used it.')
    await workOff(server, new Date(start.getTime() + day), /^payment-dispute-answer$/)
    expect(await answers(order)).toMatchObject([{ state: 'sent', checks: 2 }])
  })

  it('goes to the provider’s own console where it takes none by its API', async () => {
    const order = await contested({ provider: 'mollie', ref: 'chb_1', awaits: false, due: null })
    const { body } = await open(order)
    expect(body).toMatchObject({ stage: 'elsewhere', mostCharacters: null, page: 'https://my.mollie.com/dashboard' })
    expect((await send(order)).body.code).toBe('answered_elsewhere')
    expect((await accept(order)).body.code).toBe('answered_elsewhere')
    expect(await answers(order)).toEqual([])
  })
})

describe('accepting the loss', () => {
  it('closes it at the provider; nothing is claimed, and the order can’t be refunded as well', async () => {
    const order = await contested()
    expect((await accept(order)).body).toEqual({ state: 'sent' })
    expect((await audited('dispute_loss_accepted'))[0]).toMatchObject({ by: 'Ada', reason: 'The card was stolen' })
    const refund = () =>
      owner.call(`/admin/api/battito/members/${member.session.angelId}/orders/${order}/refund`, {
        body: { id: randomUUID(), amountMinor: 100, reason: 'Ticket 12' },
      })
    expect((await refund()).body.code).toBe('lost_to_dispute')
    await vi.waitFor(async () => expect((await disputeOf(order)).state).toBe('lost'), 5000)
    expect((await disputeOf(order)).settled_at).not.toBeNull()
    expect((await refund()).body.code).toBe('lost_to_dispute')
    const { body } = await finance.call(`/admin/api/battito/orders/${order}/open`, { body: { reason: 'Ticket 12' } })
    expect([body.leftMinor, body.claimMinor]).toEqual([0, null])
  })

  it('waits until a refund under way has ended', async () => {
    const order = await contested()
    await server.database.db
      .insertInto('refunds')
      .values({
        id: randomUUID(),
        brand_id: 'battito',
        member_id: member.session.angelId,
        attempt_id: order,
        reason: 'back_office',
        amount_minor: 100,
        currency: 'EUR',
        credits: 0,
        state: 'accepted',
        created_at: now,
        updated_at: now,
      })
      .execute()
    expect((await accept(order)).body.code).toBe('refund_under_way')
    expect(await answers(order)).toEqual([])
  })
})
