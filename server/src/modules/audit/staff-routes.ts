import type { adminRoutes, AuditAction, AuditEntryView } from '@incontro/contract/admin'
import { dayAfter, startOfDay } from '#modules/calendar/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { type CsvRow, sendCsv } from '#platform/text/csv.ts'
import { colleagueNames } from './colleague-names.ts'
import type { AuditDeps } from './deps.ts'
import { staffIn, withNames } from './detail-names.ts'
import { type AuditEntry, type AuditQuestion, readAudit } from './read.ts'
import { installationChain, type RecordAudit } from './record.ts'

type Asked = Pick<Call<typeof adminRoutes.auditCsv>, 'site' | 'query'>

/** The database and the entries that a request asks for. */
function questionOf(deps: AuditDeps, { site: { brandId }, query }: Asked) {
  const ofStaff = query.of === 'staff'
  const zone = deps.zoneOf(brandId)
  const question: AuditQuestion = {
    brandId: ofStaff ? installationChain : brandId,
    ...(ofStaff && { aboutBrand: brandId }),
    staffId: query.staff,
    memberId: query.member,
    action: query.action,
    ...(query.from !== undefined && { from: startOfDay(query.from, zone) }),
    ...(query.to !== undefined && { until: startOfDay(dayAfter(query.to, 1), zone) }),
  }
  return { db: ofStaff ? deps.home().db : deps.db, question }
}

/** A page of the audit, with the names of colleagues. */
export async function auditPage(deps: AuditDeps, call: Call<typeof adminRoutes.audit>) {
  const { db, question } = questionOf(deps, call)
  const { entries, more } = await readAudit(db, { ...question, before: call.query.before })
  return { more, entries: await viewsOf(deps, call, entries) }
}

async function viewsOf(
  deps: AuditDeps,
  { site: { brandId }, query }: Asked,
  entries: readonly AuditEntry[],
): Promise<AuditEntryView[]> {
  const ids = entries.flatMap(({ staffId, subjectKind, subjectId, detail }) => [
    ...(staffId === null ? [] : [staffId]),
    ...(subjectKind === 'staff' && subjectId !== null ? [subjectId] : []),
    ...staffIn(detail),
  ])
  const names = await (query.of === 'staff' ? colleagueNames(deps, brandId, ids) : deps.namesOf(ids))
  const nameIn = (one: AuditEntry, id: string | null) => names.get(id ?? '') ?? invitedName(one, id)
  return entries.map((one) => ({
    seq: one.seq,
    at: one.at.toISOString(),
    by: one.command ?? nameIn(one, one.staffId) ?? '',
    byCommand: one.command !== null,
    staffId: one.staffId,
    action: one.action as AuditAction,
    subjectKind: one.subjectKind,
    subjectId: one.subjectId,
    subjectName: one.subjectKind === 'staff' ? (nameIn(one, one.subjectId) ?? null) : null,
    memberId: one.memberId,
    reason: one.reason,
    detail: withNames(one.detail, names),
    erased: one.erased,
    address: one.address,
  }))
}

/** What the brand called who it invited. */
function invitedName({ subjectKind, subjectId, detail }: AuditEntry, staffId: string | null): string | undefined {
  const { name } = detail
  return subjectKind === 'staff' && subjectId === staffId && typeof name === 'string' ? name : undefined
}

/** Entries that are read at once for a file. */
const exportPage = 500

/** The same entries as CSV. The export is recorded before it begins, and is not in the file. */
export async function exportAudit(
  deps: AuditDeps,
  record: RecordAudit,
  call: Call<typeof adminRoutes.auditCsv>,
): Promise<unknown> {
  const { site, staff, ip, query, reply } = call
  const { brandId } = site
  const { db, question } = questionOf(deps, call)
  const { entries } = await readAudit(db, { ...question }, 1)
  const { of, from, to, action, staff: by } = query
  await deps.db.transaction().execute((tx) =>
    record(tx, {
      brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'audit_exported',
      subject: { kind: 'export', id: null },
      ...(query.member !== undefined && { memberId: query.member }),
      detail: { what: of === 'staff' ? 'audit_of_staff' : 'audit', from, to, action, by },
    }),
  )
  const newest = entries[0]?.seq ?? 0
  return sendCsv(reply, `${brandId}-audit.csv`, {
    header: ['seq', 'at', 'by', 'action', 'subject_kind', 'subject', 'member', 'reason', 'detail', 'address', 'erased'],
    rows: rowsFrom(newest + 1),
  })

  async function* rowsFrom(end: number): AsyncGenerator<CsvRow> {
    let before = end
    for (;;) {
      const page = await readAudit(db, { ...question, before }, exportPage)
      for (const one of await viewsOf(deps, call, page.entries)) yield rowOf(one)
      const last = page.entries.at(-1)
      if (!last || !page.more) return
      before = last.seq
    }
  }
}

const rowOf = (one: AuditEntryView): CsvRow => [
  one.seq,
  one.at,
  one.by,
  one.action,
  one.subjectKind,
  one.subjectName ?? one.subjectId,
  one.memberId,
  one.reason,
  Object.keys(one.detail).length === 0 ? null : JSON.stringify(one.detail),
  one.address,
  one.erased ? 'yes' : 'no',
]
