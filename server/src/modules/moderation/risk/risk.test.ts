import type { CaseView, RiskRuleView } from '@incontro/contract/admin'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCase } from '#modules/cases/index.ts'
import { conversationId, deriveKeys, keyedHash, newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { applyRules } from './apply.ts'
import { simulate } from './simulate.ts'

const hour = 3_600_000
const now = new Date()
let server: TestServer
let owner: TestStaff
let other: TestStaff
let moderator: TestStaff
let readers: TestMember[]
const host = 'battito.localhost'
const brand = 'battito'
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, jobs: false })
  owner = await staffMember(server, { roles: [`owner@${brand}`], name: 'Ada' })
  other = await staffMember(server, { roles: [`owner@${brand}`, 'owner@brisa'], name: 'Grace' })
  moderator = await staffMember(server, { roles: [`moderator@${brand}`], name: 'Mary' })
  readers = await Promise.all(Array.from({ length: 14 }, () => server.member({ host, gender: 'woman' })))
})
afterAll(() => server?.close())

const idOf = (member: TestMember): string => member.session.angelId
const at = (hoursAgo: number): Date => new Date(now.getTime() - hoursAgo * hour)
const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query(query, values)).rows as T[]
const keys = () => deriveKeys([server.config.secretKey], 'device signals')
const deps = () => ({ db: server.database.db, signalKeys: keys(), clock: () => now })
const apply = (of = brand) => applyRules(deps(), of, performance.now() + 60_000)

async function account(hoursAgo: number, where = host): Promise<TestMember> {
  const member = await server.member({ host: where })
  await rowsOf('update members set created_at = $2 where id = $1', idOf(member), at(hoursAgo))
  return member
}
/** A message that began a conversation, as `send_one_message` leaves it. */
async function begins(from: TestMember, to: TestMember, text: string, hoursAgo = 0.5): Promise<string> {
  const id = conversationId(idOf(from), idOf(to))
  const [low, high] = [idOf(from), idOf(to)].toSorted()
  await rowsOf(
    `insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at)
     select $1, pool_id, $2::uuid, $3::uuid, $2::uuid = id, $3::uuid = id, $5 from members where id = $4`,
    id,
    low,
    high,
    idOf(from),
    at(hoursAgo),
  )
  await say(id, 1, from, text, hoursAgo, true)
  return id
}
const say = (conversation: string, seq: number, from: TestMember, text: string, hoursAgo: number, first = false) =>
  rowsOf(
    `insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
     values ($1, $2, $3, $4, $3, $5, $6, 0, 1, $7)`,
    conversation,
    seq,
    newId(),
    idOf(from),
    text,
    first,
    at(hoursAgo),
  )
const copies = async (from: TestMember, count: number, textOf: (n: number) => string, hoursAgo = 0.5) => {
  for (const [n, reader] of readers.slice(0, count).entries()) await begins(from, reader, textOf(n), hoursAgo + n / 100)
}
const names = ['Anna', 'Beatrice', 'Carla', 'Dora', 'Elena', 'Fabia', 'Gaia', 'Ilaria', 'Lara', 'Maria', 'Nina', 'Olga']
const pasted = (n: number): string =>
  `Ciao ${names[n]}, ho visto il tuo profilo e mi piacerebbe molto conoscerti meglio, raccontami qualcosa di te ${n}`
const reportedBy = (member: TestMember, by: TestMember | null, state = 'open', hoursAgo = 1) =>
  rowsOf(
    `insert into reports (id, brand_id, reporter_id, reported_id, reason, state, created_at, decided_at, decided_by, decision)
     values ($1, $2, $3, $4, 'fake', $5, $6, case when $5 <> 'open' then $6::timestamptz end, case when $5 <> 'open' then 'staff:1' end,
       case when $5 <> 'open' then 'seen' end)`,
    newId(),
    brand,
    by && idOf(by),
    idOf(member),
    state,
    at(hoursAgo),
  )
const sharesDevice = async (signal: string, emails: readonly string[], hoursAgo = 2) => {
  for (const email of emails)
    await rowsOf(
      'insert into signup_devices (brand_id, signal_hash, email_hash, seen_at) values ($1, $2, $3, $4)',
      brand,
      keyedHash(keys(), signal),
      keyedHash(keys(), email),
      at(hoursAgo),
    )
}
const caseAbout = async (member: TestMember, parts: readonly string[] = [], hoursAgo = 0): Promise<string> => {
  await openCase(server.database.db, {
    brandId: brand,
    kind: 'profile',
    subjectId: idOf(member),
    memberId: idOf(member),
    parts,
    at: at(hoursAgo),
  })
  const [row] = await rowsOf<{ id: string }>(
    "select id from cases where subject_id = $1 and state = 'open'",
    idOf(member),
  )
  return row!.id
}
const claim = async (id: string, by = moderator): Promise<CaseView> =>
  (await by.call(`/admin/api/${brand}/cases/${id}/claim`, { body: {} })).body.case
/** What a moderator reads beside the case of a member. */
const linesOf = async (member: TestMember) => {
  const { signals, risk } = await claim(await caseAbout(member))
  return { risk, lines: signals.map(({ signal, value, of, weight }) => [signal, value, of, weight]) }
}
const closeAll = () =>
  rowsOf(
    "update cases set state = 'closed', verdict = 'gone', decided_by = 'rule', decided_at = $1 where state <> 'closed'",
    now,
  )

describe('signals of a case', () => {
  it('say how new the account is, how many first messages it sent and how many of them are alike', async () => {
    const member = await account(2)
    await copies(member, 7, pasted)
    await begins(member, readers[10]!, 'Che bella la foto in montagna, dove l’hai fatta di preciso?')
    await begins(member, readers[11]!, 'Anche io suono il violino, da quanti anni lo suoni tu invece?')
    // One of last week is not of this day.
    await begins(member, readers[12]!, pasted(8), 24 * 6)
    expect(await linesOf(member)).toEqual({
      risk: 20 + 15 + 10,
      lines: [
        ['alike_messages', 7, 9, 15],
        ['account_hours', 2, null, 10],
      ],
    })
  })

  it('say what the first messages are about, and nothing of answers', async () => {
    const member = await account(1000)
    const conversation = await begins(member, readers[0]!, 'Scrivimi su www.example.com che ci sentiamo meglio')
    await begins(member, readers[1]!, 'Mi puoi mandare 200 euro? Te li ridò sabato')
    await say(conversation, 2, member, 'Mandami 300 euro con un bonifico', 0.2)
    expect((await linesOf(member)).lines).toEqual(
      [
        ['money_messages', 1, null, 12],
        ['first_messages', 2, null, 0],
        ['link_messages', 1, null, 5],
      ].toSorted((one, two) => Number(two[3]) - Number(one[3])),
    )
  })

  it('say with how many accounts a device or a card is shared, of the own brand only', async () => {
    const member = await account(1000)
    await sharesDevice('phone', [member.email, 'a@example.com', 'b@example.com', 'c@example.com'])
    const cards = await Promise.all([account(1000), account(1000), account(1000, 'brisa.localhost')])
    for (const one of [member, ...cards])
      await rowsOf(
        `insert into card_tokens (member_id, id, connection, token, created_at) values ($1, $2, 'adyen', 'same', $3)`,
        idOf(one),
        newId(),
        at(20),
      )
    expect((await linesOf(member)).lines).toEqual([
      ['shared_device', 3, null, 8],
      ['shared_card', 2, null, 8],
    ])
  })

  it('say how many people reported the member, and what was decided before', async () => {
    const member = await account(1000)
    for (const reader of readers.slice(0, 2)) await reportedBy(member, reader)
    // The same person twice is one; what was dismissed is none.
    await reportedBy(member, readers[0]!)
    await reportedBy(member, readers[3]!, 'dismissed')
    const restricted = (lifted: string | null) =>
      rowsOf(
        `insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type, automated_detection,
           automated_decision, territory, source, made_by, lifted_at, lifted_by)
         values ($1, $2, $3, 'warning', $4, 'terms', 'harassment', 'a', 'account', false, false, 'IT', 'member', 'staff:1',
           case when $5::text is not null then $4::timestamptz end, $5)`,
        brand,
        newId(),
        idOf(member),
        at(100),
        lifted,
      )
    await restricted(null)
    await restricted('staff:2')
    expect((await linesOf(member)).lines).toEqual([
      ['reports', 2, null, 10],
      ['earlier_decisions', 1, null, 8],
    ])
  })

  it('are never seen by the member, and count nothing of another brand', async () => {
    const member = await account(2, 'brisa.localhost')
    await openCase(server.database.db, {
      brandId: brand,
      kind: 'profile',
      subjectId: idOf(member),
      memberId: idOf(member),
      at: now,
    })
    expect((await linesOf(member)).lines).toEqual([])
    const { body } = await server.call('/api/cases', { token: member.token, host: 'brisa.localhost' })
    expect(JSON.stringify(body)).not.toMatch(/signal|risk|weight/)
  })
})

describe('what is no sign of anything', () => {
  it.each([
    ['a greeting that everybody writes', () => 'Ciao, come stai?'],
    ['emoji', () => '👋😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊'],
    [
      'texts of one’s own',
      (n: number) =>
        [
          'Anche tu leggi Calvino, quale dei suoi libri ti è rimasto di più?',
          'Il tuo cane sembra simpatico, come si chiama e quanti anni ha?',
          'Ho visto che vai in montagna, sei mai stata sul Gran Sasso?',
          'Che strumento suoni nella seconda foto, una viola o un violino?',
          'Sto cercando qualcuno con cui andare a teatro, a te cosa piace?',
        ][n] ?? '',
    ],
  ])('%s', async (_, textOf) => {
    const member = await account(1000)
    await copies(member, 5, textOf)
    expect((await linesOf(member)).lines).toEqual([['first_messages', 5, null, 0]])
  })

  it('a woman who gets many first messages and answers them all with the same words', async () => {
    const her = await server.member({ host, gender: 'woman' })
    await rowsOf('update members set created_at = $2 where id = $1', idOf(her), at(1000))
    for (const [n] of names.slice(0, 8).entries()) {
      const him = await account(500)
      const conversation = await begins(him, her, `${names[n]}: ti va di scriverci? Mi piace come ti descrivi`)
      await say(
        conversation,
        2,
        her,
        'Grazie del messaggio, ma al momento non cerco una relazione. Buona fortuna!',
        0.1,
      )
    }
    expect((await linesOf(her)).lines).toEqual([])
  })

  it('a couple with one phone and one card', async () => {
    const member = await account(1000)
    await sharesDevice('tablet of a family', [member.email, 'wife@example.com'])
    const { risk, lines } = await linesOf(member)
    expect({ risk, lines }).toEqual({ risk: 20, lines: [['shared_device', 1, null, 0]] })
  })
})

describe('the order of the queue', () => {
  const order = async (by: TestStaff): Promise<string[]> => {
    const seen: string[] = []
    for (;;) {
      const { body } = await by.call(`/admin/api/${brand}/cases/next`, { body: { except: seen.slice(-20) } })
      if (body.case === null) return seen
      seen.push(body.case.id)
    }
  }
  it('is the score, then the age; the foremost before, and nothing that is overdue is forgotten', async () => {
    await closeAll()
    const [plain, older, busy, ofMinor, forgotten] = await Promise.all([1, 2, 3, 4, 5].map(() => account(1000)))
    await copies(busy!, 6, pasted)
    await sharesDevice('farm', [busy!.email, ...names.slice(0, 5).map((name) => `${name}@example.com`)])
    const late = await caseAbout(forgotten!, [], 49)
    const young = await caseAbout(plain!, [], 1)
    const aged = await caseAbout(older!, [], 2)
    const scored = await caseAbout(busy!, [], 0.5)
    const minor = await caseAbout(ofMinor!, ['minor'], 0.1)
    await apply()
    expect(await rowsOf('select risk from cases where id = any($1) order by risk', [young, scored, minor])).toEqual([
      { risk: 20 },
      { risk: 50 },
      { risk: 70 },
    ])
    await rowsOf('update cases set risk = 90 where id = $1', minor)
    expect(await order(moderator)).toEqual([minor, late, scored, aged, young])
  })

  it('follows what happens while a case waits, and what is counted never passes a minor', async () => {
    await closeAll()
    const bot = await account(1)
    const id = await caseAbout(bot, ['scam', 'rule', 'banned_photo', 'reported_before'])
    await apply()
    await copies(bot, 12, (n) => `${pasted(n)} scrivimi su www.example.com e mandami 200 euro`)
    for (const reader of readers.slice(0, 5)) await reportedBy(bot, reader)
    await sharesDevice('bots', [bot.email, ...names.map((name) => `bot-${name}@example.com`)])
    await apply()
    const [row] = await rowsOf<{ risk: number }>('select risk from cases where id = $1', id)
    expect(row!.risk).toBeLessThan(90)
    expect(row!.risk).toBeGreaterThan(80)
  })
})

const rulesAt = (path = '') => `/admin/api/${brand}/risk/rules${path}`
const reason = 'A wave of copies'
const alike = (value: number) => [{ signal: 'alike_messages' as const, is: 'atLeast' as const, value }]
const save = (id: string, more: object = {}, by = moderator) =>
  by.call(rulesAt(), {
    body: { id, basedOn: 0, name: 'Copies', conditions: alike(4), effect: 'queue', reason, ...more },
  })
const live = (id: string, version = 1, by = owner) => by.call(rulesAt(`/${id}/live`), { body: { version, reason } })
async function simulated(id: string, version = 1): Promise<void> {
  const { status, body } = await moderator.call(rulesAt(`/${id}/simulate`), { body: { version } })
  expect(status).toBe(200)
  await simulate(deps(), { brandId: brand, simulationId: body.simulation }, performance.now() + 60_000)
}
const ruleOf = async (id: string, by = moderator): Promise<RiskRuleView> =>
  (await by.call(rulesAt())).body.rules.find((one: RiskRuleView) => one.id === id)

describe('a rule', () => {
  it('ships as drafts that do nothing', async () => {
    const { body } = await moderator.call(rulesAt())
    expect(body.rules.map(({ state, by, live: one }: RiskRuleView) => [state, by, one])).toEqual(
      [1, 2, 3, 4].map(() => ['draft', null, null]),
    )
    const [{ id }] = body.rules
    await simulated(id)
    expect(await ruleOf(id)).toMatchObject({ state: 'simulated', simulation: { state: 'done', isWhole: true } })
    expect((await live(id)).status).toBe(200)
    expect((await owner.call(rulesAt(`/${id}/off`), { body: { reason } })).status).toBe(200)
    // Another brand has its own.
    const brisa = (await other.call('/admin/api/brisa/risk/rules')).body.rules
    expect(brisa.find((one: RiskRuleView) => one.id === id)).toMatchObject({ state: 'draft', version: 1 })
  })

  it('is simulated over 30 days against what people decided', async () => {
    const id = randomUUID()
    const [acted, dismissed, unseen, before, few] = await Promise.all([1, 2, 3, 4, 5].map(() => account(2000)))
    await copies(acted!, 5, pasted, 200)
    await copies(dismissed!, 5, pasted, 300)
    await copies(unseen!, 5, pasted, 100)
    await copies(before!, 5, pasted, 24 * 31 + 5)
    await copies(few!, 3, pasted, 100)
    await rowsOf(
      `insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type, automated_detection,
         automated_decision, territory, source, made_by)
       values ($1, $2, $3, 'warning', $4, 'terms', 'scam', 'a', 'account', false, false, 'IT', 'member', 'staff:1')`,
      brand,
      newId(),
      idOf(acted!),
      at(150),
    )
    const closed = await caseAbout(dismissed!, [], 250)
    await rowsOf(
      "update cases set state = 'closed', verdict = 'dismiss', decided_by = 'staff:1', decided_at = $2 where id = $1",
      closed,
      at(240),
    )
    await save(id, { conditions: [...alike(5), { signal: 'account_hours', is: 'atLeast', value: 1500 }] })
    await simulated(id)
    const { simulation, state } = await ruleOf(id)
    expect(state).toBe('simulated')
    expect(simulation?.outcomes).toEqual({ members: 3, actedOn: 1, dismissed: 1, cases: 1 })
    const { body } = await moderator.call(rulesAt(`/${id}/samples`))
    expect(body.samples.map((one: { memberId: string; outcome: string }) => [one.memberId, one.outcome])).toEqual([
      [idOf(unseen!), 'none'],
      [idOf(acted!), 'acted'],
      [idOf(dismissed!), 'dismissed'],
    ])
    expect(body.samples[0].rows).toContainEqual(expect.objectContaining({ signal: 'alike_messages', value: 5 }))
    // Nothing was done to anyone.
    expect(await rowsOf('select from cases where member_id = $1', idOf(unseen!))).toEqual([])
    // The staff member's own account is no sample for them.
    await rowsOf('update member_emails set email = $2 where member_id = $1', idOf(acted!), moderator.email)
    const own = (await moderator.call(rulesAt(`/${id}/samples`))).body.samples
    expect(own.map(({ memberId }: { memberId: string }) => memberId)).toEqual([idOf(unseen!), idOf(dismissed!)])
  })

  it('goes live only with a simulation of exactly this version', async () => {
    const id = randomUUID()
    await save(id)
    expect((await live(id)).body.code).toBe('not_simulated')
    await simulated(id)
    expect((await save(id, { basedOn: 1, conditions: alike(1) })).body).toEqual({ version: 2 })
    expect((await live(id)).body.code).toBe('rule_changed')
    expect((await live(id, 2)).body.code).toBe('not_simulated')
    expect(await ruleOf(id)).toMatchObject({ version: 2, state: 'draft', simulation: null })
    await simulated(id, 2)
    expect((await live(id, 2)).status).toBe(200)
    expect((await live(id, 2)).status).toBe(200)
    // A next version is proposed beside the one that works.
    await save(id, { basedOn: 2, conditions: alike(6) })
    expect(await ruleOf(id)).toMatchObject({ version: 3, state: 'draft', liveVersion: 2, liveBy: 'Ada' })
    await owner.call(rulesAt(`/${id}/off`), { body: { reason } })
    expect((await owner.call(rulesAt(`/${id}/off`), { body: { reason } })).status).toBe(200)
  })

  it('is stored once when it is sent again, and a colleague’s newer version is not overwritten', async () => {
    const id = randomUUID()
    expect((await save(id)).body).toEqual({ version: 1 })
    expect((await save(id)).body).toEqual({ version: 1 })
    expect((await save(id, { basedOn: 0, name: 'Another' })).body.code).toBe('rule_changed')
    const both = await Promise.all(
      [moderator, owner].map((by) => save(id, { basedOn: 1, name: by.id.slice(0, 8) }, by)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const runs = await Promise.all(
      [moderator, owner].map((by) => by.call(rulesAt(`/${id}/simulate`), { body: { version: 2 } })),
    )
    expect(new Set(runs.map(({ body }) => body.simulation)).size).toBe(1)
  })

  it('is checked: what slows says how much, and what is unknown is refused', async () => {
    for (const wrong of [
      { effect: 'slow' },
      { perHour: 3 },
      { effect: 'ban' },
      { conditions: [] },
      { conditions: [{ signal: 'beauty', is: 'atLeast', value: 1 }] },
      { effect: 'slow', perHour: 0 },
      { name: ' ' },
    ])
      expect([wrong, (await save(randomUUID(), wrong)).status]).toEqual([wrong, 400])
    expect((await moderator.call(rulesAt(`/${randomUUID()}/simulate`), { body: { version: 1 } })).status).toBe(404)
  })

  it('belongs to its brand', async () => {
    const id = randomUUID()
    await save(id)
    const there = `/admin/api/brisa/risk/rules/${id}`
    expect((await other.call(`${there}/simulate`, { body: { version: 1 } })).status).toBe(404)
    expect((await other.call(`${there}/live`, { body: { version: 1, reason } })).status).toBe(404)
    expect((await other.call(`${there}/off`, { body: { reason } })).status).toBe(404)
    expect((await other.call(`${there}/samples`)).status).toBe(404)
    expect((await moderator.call(there, { body: {} })).status).toBe(404)
  })

  it('queues each member once, in words that later versions do not change, and is quiet once a person found nothing', async () => {
    await closeAll()
    const id = randomUUID()
    await save(id, { name: 'Copies of a day', conditions: alike(8) })
    await simulated(id)
    await live(id)
    const member = await account(5)
    await copies(member, 9, pasted, 0)
    await Promise.all([apply(), apply()])
    await apply()
    const hits = () =>
      rowsOf('select version from risk_hits where member_id = $1 and simulation_id is null', idOf(member))
    expect(await hits()).toEqual([{ version: 1 }])
    const [found] = await rowsOf<{ id: string; source: string }>(
      'select id, source from cases where member_id = $1',
      idOf(member),
    )
    expect(found!.source).toBe('rule')
    await save(id, { basedOn: 1, name: 'Renamed', conditions: alike(9) })
    expect((await claim(found!.id)).signals[0]).toMatchObject({ signal: 'rule', detail: 'Copies of a day', value: 1 })
    expect((await ruleOf(id)).live).toEqual({ members: 1, actedOn: 0, dismissed: 0, cases: 1 })
    await rowsOf(
      "update cases set state = 'closed', verdict = 'dismiss', decided_by = 'staff:1', decided_at = $2, claimed_by = null, claimed_until = null where id = $1",
      found!.id,
      now,
    )
    await apply()
    expect(await hits()).toHaveLength(1)
    const { body } = await owner.call(`/admin/api/${brand}/audit`)
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['rule_written', 'rule_simulated', 'rule_live', 'rule_queued']),
    )
    await owner.call(rulesAt(`/${id}/off`), { body: { reason } })
    const next = await account(5)
    await copies(next, 9, pasted, 0)
    await apply()
    expect(await rowsOf('select from cases where member_id = $1', idOf(next))).toEqual([])
  })

  it('looks at everyone, also where more than a run looks at have the very same moment or one of them did much', async () => {
    await closeAll()
    const id = randomUUID()
    await save(id, { name: 'New', conditions: [{ signal: 'account_hours', is: 'atMost', value: 1 }] })
    await simulated(id)
    await live(id)
    await rowsOf("update risk_rules set applied_until = $2 where id = $1 and state = 'live'", id, at(0.31))
    const members = await Promise.all(Array.from({ length: 9 }, () => account(0.25)))
    // Ahead of them, one who began as many conversations as a run looks at.
    await copies(members[0]!, 8, pasted, 0.3)
    for (let run = 0; run < 12; run += 1) await applyRules(deps(), brand, performance.now() + 60_000, 4)
    const met = await rowsOf<{ member_id: string }>(
      'select member_id from risk_hits where rule_id = $1 and simulation_id is null',
      id,
    )
    expect(members.map(idOf).filter((one) => !met.some((hit) => hit.member_id === one))).toEqual([])
    await owner.call(rulesAt(`/${id}/off`), { body: { reason } })
  })

  it('that slows needs another person, and is read by the member as a limit, not a ban', async () => {
    const id = randomUUID()
    const slow = { effect: 'slow', perHour: 2, conditions: alike(7) }
    await save(id, slow, owner)
    await simulated(id)
    expect((await live(id)).body.code).toBe('own_request')
    expect((await live(id, 1, other)).status).toBe(200)
    const member = await account(5)
    await copies(member, 8, pasted, 0)
    await apply()
    const strangers = await Promise.all([1, 2, 3, 4].map(() => server.member({ host, gender: 'woman' })))
    await rowsOf('update wallets set icebreakers = 50, messages = 50 where member_id = $1', idOf(member))
    const socket = await member.connect()
    const write = (to: TestMember, msg: string) =>
      socket.send('chat', {
        msg,
        trackerId: member.session.clickid,
        angelId: idOf(to),
        clientMessageId: randomUUID(),
        icebreaker: true,
        blurredMessage: true,
      })
    // At once, too: two of four are stored.
    const answers = await Promise.all(strangers.map((to, n) => write(to, `Buongiorno ${n}`)))
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, false, true, true])
    const refused = answers.find(({ ok }) => !ok)
    expect(refused).toMatchObject({ code: 'first_message_limit' })
    // What is begun goes on.
    const begun = strangers[answers.findIndex(({ ok }) => ok)]!
    expect(await write(begun, 'Come va?')).toMatchObject({ ok: true })
    socket.close()
    expect(await rowsOf('select state, no_messages_until from members where id = $1', idOf(member))).toEqual([
      { state: 'active', no_messages_until: null },
    ])
    expect(await rowsOf("select source from cases where member_id = $1 and state = 'open'", idOf(member))).toEqual([
      { source: 'rule' },
    ])
    expect((await moderator.call(rulesAt(`/${id}/off`), { body: { reason } })).status).toBe(200)
    const again = await member.connect()
    again.close()
    expect(
      await rowsOf(
        'select from first_message_limits where member_id = $1 and until_at > $2',
        idOf(member),
        new Date(now.getTime() + 1),
      ),
    ).toEqual([])
  })
})
