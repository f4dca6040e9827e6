import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransparencyRow } from '@incontro/contract/admin'
import { transparency } from '#src/commands/transparency.ts'
import type {
  Appeal,
  AuthorityOrder,
  AuthorityOrderStep,
  Case,
  Report,
  Restriction,
} from '#platform/database/database-types.ts'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { statementColumns } from './statements.ts'

const brand = 'amarelle'
const year = 2026
let server: TestServer
let owner: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  owner = await staffMember(server, { roles: [`owner@${brand}`] })
  await fill(brand)
  await fill('battito')
})
afterAll(() => server?.close())

/** Rows of every kind over three years: what falls into each figure differs by a prime, so that no two agree by chance. */
async function fill(brandId: string): Promise<void> {
  const { db } = server.database
  const pick = <T>(from: readonly T[], n: number): T => from[n % from.length]!
  const at = (n: number): Date => new Date(Date.UTC(2025, 6, 1) + n * 5 * 86_400_000)
  const hours = (date: Date, n: number) => new Date(date.getTime() + n * 3_600_000)
  const reporter = (await server.member({ host: `${brandId}.localhost` })).session.angelId
  for (let n = 0; n < 140; n += 1) {
    const [id, reportId, madeBy] = [newId(), newId(), `staff:${pick(['1', '2', '3'], n)}`]
    const decided = n % 7 === 0 ? null : hours(at(n), 1 + (n % 11))
    await db
      .insertInto('reports')
      .values({
        id: reportId,
        brand_id: brandId,
        reporter_id: n % 3 === 0 ? reporter : null,
        reason: pick(['fake', 'scam', 'harassment', 'minor', 'spam'], n),
        body: 'x',
        message_ids: [],
        channel: pick(['member', 'public', 'flagger'], n),
        claims_illegal: n % 4 === 0,
        state: decided === null ? 'open' : pick(['upheld', 'dismissed'], n),
        created_at: at(n),
        ...(decided && { decided_at: decided, decided_by: madeBy, decision: 'x', unfounded: n % 2 === 1 }),
      })
      .execute()
    await db
      .insertInto('cases')
      .values({
        brand_id: brandId,
        id,
        kind: n % 5 === 0 ? 'photo' : 'report',
        subject_id: reportId,
        source: 'member',
        risk: 40,
        opened_at: at(n),
        due_at: at(n),
        ...(decided && { state: 'closed', verdict: 'dismiss', decided_by: madeBy, decided_at: decided }),
      })
      .execute()
    await db
      .insertInto('restrictions')
      .values({
        brand_id: brandId,
        id,
        member_id: n % 2 === 0 ? reporter : null,
        case_id: id,
        kind: pick(['warning', 'content_removed', 'messaging_off', 'suspension', 'removal'], n),
        from_at: at(n),
        until_at: n % 5 === 2 || n % 5 === 3 ? hours(at(n), 240) : null,
        ground: pick(['illegal', 'terms', 'terms'], n),
        clause: pick(['fake', 'scam', 'harassment', 'minors', 'unlawful', 'threats', 'hate'], n),
        facts: 'Mario Rossi ha scritto insulti.',
        content_type: pick(['account', 'photo', 'message', 'voice'], n),
        automated_detection: n % 6 === 0,
        automated_decision: false,
        territory: 'IT ES FR GB IE',
        source: pick(['member', 'public', 'rule', 'flagger', 'authority'], Math.floor(n / 5)),
        made_by: madeBy,
      })
      .execute()
    if (n % 3 === 0)
      await db
        .insertInto('appeals')
        .values({
          brand_id: brandId,
          id,
          ...(n % 2 === 0 ? { restriction_id: id } : { report_id: reportId }),
          body: 'x',
          filed_at: at(n),
          ...(n % 9 !== 0 && {
            outcome: pick(['confirmed', 'reversed', 'confirmed'], n),
            answer: 'x',
            decided_by: 'staff:9',
            decided_at: hours(at(n), 20 + n),
          }),
        })
        .execute()
    if (n % 4 > 0) continue
    await db
      .insertInto('authority_orders')
      .values({
        brand_id: brandId,
        id,
        kind: pick(['act', 'act', 'information', 'notification', 'notification'], n),
        authority: 'Tribunale',
        country: pick(['IT', 'FR', 'DE'], n / 4),
        legal_ground: 'x',
        reference: id,
        clause: pick(['threats', 'minors'], n),
        asks: 'x',
        content_type: 'account',
        received_at: at(n),
        recorded_by: 'staff:1',
        recorded_at: at(n),
      })
      .execute()
    for (const kind of ['acknowledged', ...(n % 8 === 0 ? ['effect'] : [])])
      await db
        .insertInto('authority_order_steps')
        .values({
          brand_id: brandId,
          order_id: id,
          id: newId(),
          kind,
          at: hours(at(n), 1 + n),
          outcome: kind === 'effect' ? pick(['given', 'partly', 'not_given'], n) : null,
          body: 'x',
          made_by: 'staff:1',
          made_at: at(n),
        })
        .execute()
  }
  for (const [n, month] of [
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
    '2026-12',
  ].entries())
    await db
      .insertInto('active_months')
      .values({ brand_id: brandId, month: `${month}-01`, members: 100 + n * n, counted_at: new Date() })
      .execute()
}

const path = (rest: string) => `/admin/api/${brand}/${rest}`
const from = new Date('2025-12-31T23:00:00.000Z')
const until = new Date('2026-12-31T23:00:00.000Z')
const isIn = (date: Date): boolean => date >= from && date < until

/** The rows themselves, and nothing of how they are counted. */
async function everything() {
  const { db } = server.database
  const of = <T>(rows: T[]): T[] => rows.filter((row) => (row as { brand_id: string }).brand_id === brand)
  const orders = of<Selectable<AuthorityOrder>>(await db.selectFrom('authority_orders').selectAll().execute())
  const steps = of<Selectable<AuthorityOrderStep>>(await db.selectFrom('authority_order_steps').selectAll().execute())
  const reports = of<Selectable<Report>>(await db.selectFrom('reports').selectAll().execute())
  const restrictions = of<Selectable<Restriction>>(await db.selectFrom('restrictions').selectAll().execute())
  const cases = of<Selectable<Case>>(await db.selectFrom('cases').selectAll().execute())
  const appeals = of<Selectable<Appeal>>(await db.selectFrom('appeals').selectAll().execute())
  return {
    orders: orders.filter((one) => isIn(one.received_at)),
    steps,
    notices: reports.filter((one) => isIn(one.created_at)),
    decisions: restrictions.filter((one) => isIn(one.from_at)),
    restrictions,
    cases,
    appeals: appeals.filter((one) => isIn(one.filed_at)),
  }
}
const countBy = <T>(rows: readonly T[], by: (row: T) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(rows, by)].map(([key, group]) => [key, group.length]))
function median(times: readonly (readonly [Date, Date])[]): number | null {
  const hours = times.map(([a, b]) => (b.getTime() - a.getTime()) / 3_600_000).toSorted((a, b) => a - b)
  const middle = [hours[Math.floor((hours.length - 1) / 2)], hours[Math.ceil((hours.length - 1) / 2)]]
  return hours.length === 0 ? null : Math.round(((middle[0]! + middle[1]!) / 2) * 10) / 10
}

describe('the yearly report', () => {
  it('has each figure as a count over the rows of the brand and the year', async () => {
    const { status, body } = await owner.call(path(`transparency?year=${year}`))
    expect([status, body.year, body.isDue]).toEqual([200, year, true])
    const rows = body.figures as TransparencyRow[]
    const by = (figure: string) =>
      Object.fromEntries(rows.filter((row) => row.figure === figure).map((row) => [row.by, row.value]))
    const single = (figure: string) => {
      const found = rows.filter((row) => row.figure === figure)
      expect([figure, found.length, found[0]?.by]).toEqual([figure, 1, null])
      return found[0]?.value
    }
    const { orders: records, steps, notices, decisions, restrictions, cases, appeals } = await everything()
    const ofKind = (kind: string) => records.filter((one) => one.kind === kind)
    const orders = records.filter((one) => one.kind !== 'notification')
    const stepOf = (order: { id: string }, kind: string) =>
      steps.find((one) => one.order_id === order.id && one.kind === kind)
    const took = (kind: string) =>
      median(orders.flatMap((one) => (stepOf(one, kind) ? [[one.received_at, stepOf(one, kind)!.at] as const] : [])))
    expect({
      orders_to_act: by('orders_to_act'),
      orders_for_information: by('orders_for_information'),
      orders_by_rule: by('orders_by_rule'),
      orders_by_outcome: by('orders_by_outcome'),
      order_acknowledged_hours: single('order_acknowledged_hours'),
      order_effect_hours: single('order_effect_hours'),
      crimes_notified: by('crimes_notified'),
      crimes_by_rule: by('crimes_by_rule'),
    }).toEqual({
      orders_to_act: countBy(ofKind('act'), (one) => one.country),
      orders_for_information: countBy(ofKind('information'), (one) => one.country),
      orders_by_rule: countBy(orders, (one) => one.clause),
      orders_by_outcome: countBy(orders, (one) => stepOf(one, 'effect')?.outcome ?? 'open'),
      order_acknowledged_hours: took('acknowledged'),
      order_effect_hours: took('effect'),
      crimes_notified: countBy(ofKind('notification'), (one) => one.country),
      crimes_by_rule: countBy(ofKind('notification'), (one) => one.clause),
    })
    const caseOf = (id: string | null) => cases.find((one) => one.id === id)
    expect({
      notices_by_reason: by('notices_by_reason'),
      notices_by_source: by('notices_by_source'),
      notices_illegal: single('notices_illegal'),
      notices_by_outcome: by('notices_by_outcome'),
      notices_acted_on: by('notices_acted_on'),
      notice_hours: single('notice_hours'),
    }).toEqual({
      notices_by_reason: countBy(notices, (one) => one.reason),
      notices_by_source: countBy(notices, (one) => one.channel),
      notices_illegal: notices.filter((one) => one.claims_illegal).length,
      notices_by_outcome: countBy(notices, (one) => one.state),
      notices_acted_on: countBy(
        decisions.filter((one) => caseOf(one.case_id)?.kind === 'report'),
        (one) => one.ground,
      ),
      notice_hours: median(
        notices.flatMap((one) => (one.decided_at ? [[one.created_at, one.decided_at] as const] : [])),
      ),
    })
    expect({
      decisions_by_kind: by('decisions_by_kind'),
      decisions_by_ground: by('decisions_by_ground'),
      decisions_by_rule: by('decisions_by_rule'),
      decisions_by_content: by('decisions_by_content'),
      decisions_by_source: by('decisions_by_source'),
      detected_by_software: single('detected_by_software'),
      decided_by_software: single('decided_by_software'),
      people_deciding: single('people_deciding'),
    }).toEqual({
      decisions_by_kind: countBy(decisions, (one) => one.kind),
      decisions_by_ground: countBy(decisions, (one) => one.ground),
      decisions_by_rule: countBy(decisions, (one) => one.clause),
      decisions_by_content: countBy(decisions, (one) => one.content_type),
      decisions_by_source: countBy(decisions, (one) => one.source),
      detected_by_software: decisions.filter((one) => one.automated_detection).length,
      decided_by_software: decisions.filter((one) => one.automated_decision).length,
      people_deciding: new Set(cases.flatMap((one) => (one.decided_at && isIn(one.decided_at) ? [one.decided_by] : [])))
        .size,
    })
    const against = (id: string | null) => restrictions.find((one) => one.id === id)?.kind ?? 'report'
    const baseless = countBy(
      notices.filter((one) => one.unfounded && one.reporter_id !== null),
      (one) => one.reporter_id ?? '',
    )
    expect({
      appeals_by_decision: by('appeals_by_decision'),
      appeals_by_outcome: by('appeals_by_outcome'),
      appeal_hours: single('appeal_hours'),
      suspended_for_illegal: single('suspended_for_illegal'),
      reporters_refused: single('reporters_refused'),
      recipients: single('recipients'),
      recipients_by_month: by('recipients_by_month'),
    }).toEqual({
      appeals_by_decision: countBy(appeals, (one) => against(one.restriction_id)),
      appeals_by_outcome: countBy(appeals, (one) => one.outcome ?? 'open'),
      appeal_hours: median(appeals.flatMap((one) => (one.decided_at ? [[one.filed_at, one.decided_at] as const] : []))),
      suspended_for_illegal: decisions.filter(
        (one) => one.ground === 'illegal' && ['suspension', 'removal'].includes(one.kind),
      ).length,
      reporters_refused: Object.values(baseless).filter((count) => count >= 5).length,
      recipients: Math.round((104 + 109 + 116 + 125 + 136 + 149) / 6),
      recipients_by_month: {
        '2026-07': 104,
        '2026-08': 109,
        '2026-09': 116,
        '2026-10': 125,
        '2026-11': 136,
        '2026-12': 149,
      },
    })
    // None of them is empty: an empty one would agree with anything.
    expect(rows.every(({ figure, value }) => figure === 'decided_by_software' || (value ?? 0) > 0)).toBe(true)
  })

  it('is the same as CSV, as Markdown and by the command, and each export is in the audit', async () => {
    const rows = (await owner.call(path(`transparency?year=${year}`))).body.figures as TransparencyRow[]
    const csv = await fetchText(path(`transparency.csv?year=${year}`))
    expect(parse(csv)).toEqual(
      rows.map(({ figure, by, value }) => ({ figure, by: by ?? '', value: String(value ?? '') })),
    )
    const markdown = await fetchText(path(`transparency.md?year=${year}`))
    expect(markdown).toContain('# Transparency report 2026')
    expect(markdown).toContain(`| Italy | ${rows.find(({ by }) => by === 'IT')?.value} |`)
    const asked = ['--brand', brand, '--year', String(year)]
    const on = { db: server.database.db, brands: server.context.brands }
    expect((await transparency(asked, on)).lines.join('\n')).toBe(markdown.trimEnd())
    expect((await transparency([...asked, '--csv'], on)).lines).toHaveLength(rows.length + 1)
    expect((await transparency(['--brand', brand], on)).ok).toBe(false)
    const { entries } = (await owner.call(path('audit'))).body as { entries: { action: string; detail: object }[] }
    expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'transparency_exported', detail: { what: 'report', as: 'markdown', year } },
      { action: 'transparency_exported', detail: { what: 'report', as: 'csv', year } },
    ])
  })
})

describe('the statements of reasons', () => {
  it('have the columns of the Commission’s database and no personal data', async () => {
    const csv = await fetchText(path('statements.csv?from=2026-01-01&until=2026-12-31'))
    const rows = parse(csv)
    const { decisions } = await everything()
    const due = decisions.filter((one) => one.kind !== 'warning' && one.source !== 'authority')
    expect(Object.keys(rows[0]!)).toEqual([...statementColumns])
    expect(rows.map((row) => row['puid']).toSorted()).toEqual(due.map(({ id }) => id).toSorted())
    expect(csv).not.toContain('Mario')
    for (const row of rows) {
      const one = due.find(({ id }) => id === row['puid'])!
      const effects = [row['decision_visibility'], row['decision_provision'], row['decision_account']].filter(Boolean)
      expect(effects).toEqual([
        {
          content_removed: 'DECISION_VISIBILITY_CONTENT_DISABLED',
          messaging_off: 'DECISION_PROVISION_PARTIAL_SUSPENSION',
          suspension: 'DECISION_ACCOUNT_SUSPENDED',
          removal: 'DECISION_ACCOUNT_TERMINATED',
        }[one.kind],
      ])
      const ends = (row['end_date_service_restriction'] ?? '') + (row['end_date_account_restriction'] ?? '')
      expect(ends).toBe(one.until_at?.toISOString().slice(0, 10) ?? '')
      expect(row['decision_ground']).toBe(
        one.ground === 'illegal' ? 'DECISION_GROUND_ILLEGAL_CONTENT' : 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
      )
      expect(row['category']).toMatch(/^STATEMENT_CATEGORY_[A-Z_]+$/)
      expect(row['territorial_scope']).toBe('["IT","ES","FR","IE"]')
      expect([row['automated_detection'], row['automated_decision']]).toEqual([
        one.automated_detection ? 'Yes' : 'No',
        'AUTOMATED_DECISION_NOT_AUTOMATED',
      ])
    }
  })
})

it('a micro or small enterprise reads its figures, and exports neither report nor statements', async () => {
  const found = server.context.brands.byKey(brand) as { smallEnterprise: boolean }
  found.smallEnterprise = true
  try {
    expect((await owner.call(path(`transparency?year=${year}`))).body).toMatchObject({ isDue: false })
    for (const file of ['transparency.csv', 'transparency.md', 'statements.csv?from=2026-01-01&until=2026-12-31'])
      expect(await owner.call(path(file))).toMatchObject({ status: 409, body: { code: 'not_due' } })
    const on = { db: server.database.db, brands: server.context.brands }
    expect((await transparency(['--brand', brand, '--year', '2026'], on)).ok).toBe(false)
  } finally {
    found.smallEnterprise = false
  }
})

const fetchText = async (address: string): Promise<string> => {
  const { status, body } = await owner.call(address)
  expect([address, status]).toEqual([address, 200])
  return String(body)
}

/** Rows by the names of their columns. */
function parse(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .replace('\ufeff', '')
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    )
  return rows.map((row) => Object.fromEntries(header.map((name, n) => [name, row[n] ?? ''])))
}
