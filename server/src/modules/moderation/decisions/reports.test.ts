import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { moderateReports } from '#commands/reports.ts'
import { balancesOf, checkLedger } from '#modules/credits/index.ts'
import { decideReport, reportsIn } from '../index.ts'
import { emailQueue } from '#modules/outreach/index.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const run = async (...args: string[]) => {
  const { ok, lines } = await moderateReports(args, {
    db: testServer.database.db,
    flows: checkedInFlows(),
    brands: checkedInBrands(),
    enqueueEmail,
    clock: () => new Date(),
    brandKeys: ['local', 'battito'],
    user: 'root',
  })
  return { ok, said: lines.join('\n') }
}
const rows = () =>
  testServer.database.db
    .selectFrom('reports')
    .select(['id', 'state', 'decided_by', 'decision', 'decided_at'])
    .orderBy('created_at')
    .execute()
const report = (from: TestMember, about: TestMember, more: object) =>
  testServer.call('/api/report', { token: from.token, body: { angelId: about.session.angelId, ...more } })

async function write(from: TestMember, to: TestMember, msg: string): Promise<string> {
  const socket = await from.connect()
  const answer = await socket.send('chat', {
    msg,
    trackerId: from.session.clickid,
    angelId: to.session.angelId,
    clientMessageId: crypto.randomUUID(),
    icebreaker: false,
    blurredMessage: true,
  })
  socket.close()
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.message.id
}

it('shows the report with its attached messages, and nothing else of the conversation', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await write(him, her, 'Ciao, tutto bene?')
  const asked = await write(her, him, 'Mi mandi 200 euro?')
  await write(her, him, 'Del mio segreto non parlo')
  expect((await report(him, her, { reason: 'scam', text: 'chiede\nsoldi', messageIds: [asked] })).status).toBe(200)
  const { ok, said } = await run('list', '--brand', 'local')
  expect(ok).toBe(true)
  for (const part of [
    'scam',
    `(${her.session.angelId}, active, 1 in all)`,
    `(${him.session.angelId})`,
    'said: chiede',
    'reported: Mi mandi 200 euro?',
    '1 open of local',
  ])
    expect(said).toContain(part)
  expect(said).not.toMatch(/segreto|tutto bene/)
  expect((await run('list', '--brand', 'battito')).said).toBe('0 open of battito')
})

it('says of an attached message that its sender had withdrawn it', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const kept = await write(her, him, 'Mi mandi 200 euro?')
  const withdrawn = await write(her, him, 'Manda tutto a me')
  const answer = await testServer.call(`/api/messages/${idOf(him)}/2`, { method: 'DELETE', token: her.token })
  expect(answer.status).toBe(200)
  await report(him, her, { reason: 'scam', messageIds: [kept, withdrawn] })
  const { said } = await run('list', '--brand', 'local')
  expect(said).toMatch(
    /reported: Mi mandi 200 euro\?\n.* reported: \(withdrawn by its sender \d{4}-\d\d-\d\d \d\d:\d\d\)/,
  )
  expect(said).not.toMatch(/reported: -/)
})

it('shows with each report its own attached messages', async () => {
  const [him, other, her] = [
    await testServer.member(),
    await testServer.member(),
    await testServer.member({ gender: 'woman' }),
  ]
  for (const man of [him, other]) await write(man, her, 'Ciao')
  const asked = await write(her, him, 'Mi mandi 200 euro?')
  const insulted = await write(her, other, 'Sei un cretino')
  await report(him, her, { reason: 'scam', messageIds: [asked] })
  await report(other, her, { reason: 'harassment', messageIds: [insulted] })
  const of = (await reportsIn(testServer.database.db, 'local', 'open')).rows.filter(
    ({ about }) => about?.id === her.session.angelId,
  )
  expect(of.map(({ messages }) => messages.map(({ text, own }) => [text, own]))).toEqual([
    [['Mi mandi 200 euro?', false]],
    [['Sei un cretino', false]],
  ])
  // The number of open reports about her.
  expect(of.map(({ about }) => about?.reports)).toEqual([2, 2])
})

it('shows the reported member’s prompts in order, and messages of old reports without a conversation id', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await write(him, her, 'Ciao')
  const asked = await write(her, him, 'Mi mandi 200 euro?')
  await report(him, her, { reason: 'scam', messageIds: [asked] })
  const { db, pool } = testServer.database
  await pool.query('update reports set conversation_id = null where reporter_id = $1', [idOf(him)])
  for (const [member, answers] of [
    [her, ['Zuppa', 'Pane', 'Miele']],
    [him, ['Riso']],
  ] as const)
    await pool.query(
      `insert into profile_prompts (member_id, place, prompt, answer)
       select $1, n, (array['dish', 'trip', 'song'])[n], answer from unnest($2::text[]) with ordinality as a (answer, n)`,
      [idOf(member), answers],
    )
  const found = (await reportsIn(db, 'local', 'open')).rows.find(({ by }) => by?.id === idOf(him))
  expect(found?.about?.answers).toEqual(['Zuppa', 'Pane', 'Miele'])
  expect(found?.messages.map(({ text }) => text)).toEqual(['Mi mandi 200 euro?'])
  await pool.query('delete from reports where reporter_id = $1', [idOf(him)])
})

it.each([
  ['is away', { state: 'deactivated' }],
  ['has not confirmed their address', { email_confirmed_at: null }],
])('mails nothing to a reporter who %s, and suspends no one for a dismissed report', async (_who, values) => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await report(him, her, { reason: 'photo' })
  const { id = '' } = (await rows()).at(-1) ?? {}
  const { db } = testServer.database
  await db.updateTable('members').set(values).where('id', '=', him.session.angelId).execute()
  const decided = await decideReport(
    { db, enqueueEmail, flows, brands: checkedInBrands(), clock: () => new Date() },
    'local',
    id,
    {
      verdict: 'dismissed',
      madeBy: 'command:root',
      reason: 'fine',
      suspend: true,
    },
  )
  expect(decided).toEqual({ account: 'unchanged' })
  const mails = db
    .selectFrom('emails')
    .select('kind')
    .where('member_id', 'in', [idOf(him), idOf(her)])
  expect(await mails.execute()).toEqual([])
})

it('dismisses with a reason, once, and leaves the profile unchanged', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await report(him, her, { reason: 'photo' })
  const { id = '' } = (await rows()).at(-1) ?? {}
  const reason = 'the photo is fine'.padEnd(1000, '.')
  const dismiss = (...more: string[]) => run('dismiss', '--brand', 'local', '--id', id, ...more)
  for (const missing of [[], ['--reason', ' '], ['--reason', `${reason}x`], ['--reason', 'x', '--suspend']])
    expect((await dismiss(...missing)).ok).toBe(false)
  expect((await run('dismiss', '--brand', 'battito', '--id', id, '--reason', 'another brand')).ok).toBe(false)
  expect((await rows()).at(-1)).toMatchObject({ state: 'open', decided_at: null })
  expect((await dismiss('--reason', reason, '--by', 'anna')).ok).toBe(true)
  const outcome = await testServer.mailTo(him.email, 'segnalazione')
  expect(outcome.text).toContain('non ha trovato nulla di contrario alle nostre regole')
  expect(outcome.text).not.toContain(her.session.screenName)
  expect(outcome.links).toContain(`${testServer.url}/cases`)
  expect(
    await testServer.database.db
      .selectFrom('moderation_decisions')
      .select(['brand_id', 'subject', 'verdict', 'reason', 'made_by'])
      .where('subject_id', '=', id)
      .execute(),
  ).toEqual([
    {
      brand_id: 'local',
      subject: 'report',
      verdict: 'dismissed',
      reason,
      made_by: 'command:anna',
    },
  ])
  expect((await rows()).at(-1)).toEqual({
    id,
    state: 'dismissed',
    decided_by: 'command:anna',
    decision: reason,
    decided_at: expect.any(Date),
  })
  expect((await run('uphold', '--brand', 'local', '--id', id, '--reason', 'again', '--suspend')).ok).toBe(false)
  const read = async (state: 'open' | 'dismissed') =>
    (await reportsIn(testServer.database.db, 'local', state)).rows.filter((found) => found.id === id)
  expect([await read('open'), (await read('dismissed')).length]).toEqual([[], 1])
  expect((await testServer.call('/api/block', { token: her.token })).status).toBe(200)
  expect((await run('list', '--brand', 'local', '--state', 'dismissed')).said).toMatch(
    /decided .* by command:anna: the photo is fine/,
  )
})

it('does not suspend the member of an upheld report by default, and sends no email for a report of an unknown site', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const { db } = testServer.database
  const deps = { db, enqueueEmail, flows, brands: checkedInBrands(), clock: () => new Date() }
  const upheld = { verdict: 'upheld', madeBy: 'command:root', reason: 'rude' } as const
  const made = async () => {
    await report(him, her, { reason: 'photo' })
    return (await rows()).at(-1)?.id ?? ''
  }
  const written = async () =>
    db.selectFrom('emails').select(['kind', 'props']).where('member_id', '=', idOf(him)).execute()
  const old = await made()
  await db.updateTable('reports').set({ site_origin: null }).where('id', '=', old).execute()
  expect(await decideReport(deps, 'local', old, upheld)).toEqual({ account: 'unchanged' })
  expect(await written()).toEqual([])
  expect(await decideReport(deps, 'local', await made(), upheld)).toEqual({ account: 'unchanged' })
  expect(await written()).toEqual([{ kind: 'report-upheld', props: { link: `${testServer.url}/cases` } }])
  expect((await testServer.call('/api/block', { token: her.token })).status).toBe(200)
})

it('suspends the member of an upheld report: signed out immediately, notified of the reason, and payments to write to them refunded once', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const before = await balancesOf(testServer.database.db, him.session.angelId)
  await write(him, her, 'Ciao!')
  await write(her, him, 'Compri il mio corso?')
  await write(him, her, 'No, grazie')
  const spent = await balancesOf(testServer.database.db, him.session.angelId)
  expect(before.messages + before.icebreakers - spent.messages - spent.icebreakers).toBeGreaterThan(0)
  const open = await her.connect()
  const ended = open.next('oldSocketRemoved')
  await report(him, her, { reason: 'spam' })
  await report(await testServer.member(), her, { reason: 'scam' })
  const ids = (await rows())
    .filter(({ state }) => state === 'open')
    .slice(-2)
    .map(({ id }) => id)
  const uphold = (id: string) =>
    run(
      'uphold',
      '--brand',
      'local',
      '--id',
      id,
      '--reason',
      'Pubblicità nei messaggi (punto 9 delle condizioni).',
      '--suspend',
    )
  expect((await uphold(ids[0] ?? '')).said).toContain('The profile is suspended')
  expect(await ended).toEqual({ reason: 'account' })
  expect((await testServer.call('/api/block', { token: her.token })).status).toBe(401)
  expect(
    (await testServer.call('/api/users/authenticate', { body: { email: her.email, password: her.password } })).body
      .code,
  ).toBe('utente_disabilitato')
  expect((await testServer.mailTo(him.email, 'segnalazione')).text).toContain('ti ha dato ragione')
  const mail = await testServer.mailTo(her.email, 'decisione')
  expect(mail.text).toContain('Pubblicità nei messaggi (punto 9 delle condizioni).')
  expect(mail.text).toMatch(/lo legge un’altra persona/)
  expect(await balancesOf(testServer.database.db, him.session.angelId)).toEqual(before)

  // The second report about them is closed too, without further effects.
  expect((await uphold(ids[1] ?? '')).said).toContain('was closed or erased already')
  expect(await balancesOf(testServer.database.db, him.session.angelId)).toEqual(before)
  expect(await checkLedger(testServer.database.db)).toMatchObject({ differences: [] })
  expect(
    await testServer.database.db
      .selectFrom('account_changes')
      .select(['change', 'made_by', 'reason'])
      .where('member_id', '=', her.session.angelId)
      .execute(),
  ).toEqual([
    { change: 'suspended', made_by: 'command:root', reason: 'Pubblicità nei messaggi (punto 9 delle condizioni).' },
  ])
})

it('explains invalid input', async () => {
  for (const args of [
    [],
    ['list'],
    ['list', '--brand', 'nobrand'],
    ['list', '--brand', 'local', '--state', 'lost'],
    ['erase', '--brand', 'local'],
    ['uphold', '--brand', 'local', '--id', 'x', '--reason', 'y'],
    ['--what'],
  ]) {
    expect((await run(...args)).ok).toBe(false)
  }
})

it('goes on after a report, in every state', async () => {
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  for (let n = 0; n < 6; n += 1) await report(him, her, { reason: 'scam', text: `Di nuovo ${n}` })
  const { db } = testServer.database
  const values = { reporter_id: idOf(him), reported_id: idOf(her), brand_id: 'local', reason: 'fake', message_ids: [] }
  for (const state of ['upheld', 'dismissed'] as const)
    for (let n = 0; n < 3; n += 1) {
      const decided = { decided_at: new Date(), decided_by: 'root', decision: 'x' }
      const row = { ...values, id: crypto.randomUUID(), state, created_at: new Date(), ...decided }
      await db.insertInto('reports').values(row).execute()
    }
  for (const state of ['open', 'upheld', 'dismissed'] as const) {
    const all = (await reportsIn(db, 'local', state)).rows.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(state === 'open' ? 0 : 2)
    for (const [n, id] of all.entries())
      expect((await reportsIn(db, 'local', state, id)).rows.map((row) => row.id)).toEqual(all.slice(n + 1))
    expect((await run('list', '--brand', 'local', '--state', state, '--after', all.at(-1)!)).ok).toBe(true)
  }
})
