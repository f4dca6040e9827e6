import type { Database } from '#platform/database/database.ts'
import { unsealWith } from './record.ts'

export interface AuditQuestion {
  /** The chain. */
  readonly brandId: string
  /** In the chain of the installation: only what happened to staff of this brand. */
  readonly aboutBrand?: string | undefined
  /** Entries older than this one. */
  readonly before?: number | undefined
  readonly staffId?: string | undefined
  readonly memberId?: string | undefined
  readonly action?: string | undefined
  /** The first moment of the days that are asked for. */
  readonly from?: Date | undefined
  /** The first one after them. */
  readonly until?: Date | undefined
}

export interface AuditEntry {
  readonly seq: number
  readonly at: Date
  readonly staffId: string | null
  readonly command: string | null
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string | null
  /** Whose data it concerned, while they have an account. */
  readonly memberId: string | null
  readonly reason: string | null
  readonly detail: Readonly<Record<string, unknown>>
  /** The member whose data the details were has been erased. */
  readonly erased: boolean
  readonly address: string | null
}

const auditPage = 50

/** Entries of one moment are written by several transactions, which need not end in the order of their times. */
const mostOutOfOrder = 1000

/** A page of entries, the newest first. */
export async function readAudit(
  db: Database,
  { brandId, aboutBrand, before, staffId, memberId, action, from, until }: AuditQuestion,
  size = auditPage,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly more: boolean }> {
  let query = db
    .selectFrom('audit_entries as e')
    .leftJoin('audit_keys as k', 'k.id', 'e.sealed_for')
    .selectAll('e')
    .select(['k.key', 'k.member_id'])
    .where('e.brand_id', '=', brandId)
    .orderBy('e.seq', 'desc')
    .limit(size + 1)
  if (before !== undefined) query = query.where('e.seq', '<', before)
  if (aboutBrand !== undefined) query = query.where('e.about_brand', '=', aboutBrand)
  if (staffId !== undefined) query = query.where('e.staff_id', '=', staffId)
  if (action !== undefined) query = query.where('e.action', '=', action)
  // Each member has one key.
  if (memberId !== undefined)
    query = query.where('e.sealed_for', '=', (eb) =>
      eb.selectFrom('audit_keys').select('id').where('member_id', '=', memberId),
    )
  if (from !== undefined) {
    const first = await edgeOf(db, brandId, from)
    query = query.where('e.at', '>=', from).where('e.seq', '>=', first - mostOutOfOrder)
  }
  if (until !== undefined) {
    const next = await edgeOf(db, brandId, until)
    query = query.where('e.at', '<', until).where('e.seq', '<', next + mostOutOfOrder)
  }
  const rows = await query.execute()
  return {
    more: rows.length > size,
    entries: rows.slice(0, size).map((row) => {
      const text = row.sealed === null ? row.detail : row.key && unsealWith(row.key, row.sealed)
      const { reason = null, detail = {} } = JSON.parse(text ?? '{}') as Partial<Pick<AuditEntry, 'reason' | 'detail'>>
      return {
        seq: row.seq,
        at: row.at,
        staffId: row.staff_id,
        command: row.command,
        action: row.action,
        subjectKind: row.subject_kind,
        subjectId: row.subject_kind === 'member' ? row.member_id : row.subject_id,
        memberId: row.member_id,
        reason,
        detail,
        erased: text === null || text === undefined,
        address: row.address,
      }
    }),
  }
}

/** The number of the first entry of a chain since a moment, or the next one to be written: every index goes on by numbers. */
async function edgeOf(db: Database, brandId: string, since: Date): Promise<number> {
  const entry = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('brand_id', '=', brandId)
    .where('at', '>=', since)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  if (entry) return entry.seq
  const head = await db.selectFrom('audit_heads').select('seq').where('brand_id', '=', brandId).executeTakeFirst()
  return (head?.seq ?? 0) + 1
}
