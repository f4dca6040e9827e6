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
  readonly subjectId?: string | undefined
  readonly memberId?: string | undefined
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

/** A page of entries, the newest first. */
export async function readAudit(
  db: Database,
  { brandId, aboutBrand, before, staffId, subjectId, memberId }: AuditQuestion,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly more: boolean }> {
  let query = db
    .selectFrom('audit_entries as e')
    .leftJoin('audit_keys as k', 'k.id', 'e.sealed_for')
    .selectAll('e')
    .select(['k.key', 'k.member_id'])
    .where('e.brand_id', '=', brandId)
    .orderBy('e.seq', 'desc')
    .limit(auditPage + 1)
  if (before !== undefined) query = query.where('e.seq', '<', before)
  if (aboutBrand !== undefined) query = query.where('e.about_brand', '=', aboutBrand)
  if (staffId !== undefined) query = query.where('e.staff_id', '=', staffId)
  if (subjectId !== undefined) query = query.where('e.subject_id', '=', subjectId)
  if (memberId !== undefined)
    query = query.where('e.sealed_for', 'in', (eb) =>
      eb.selectFrom('audit_keys').select('id').where('member_id', '=', memberId),
    )
  const rows = await query.execute()
  return {
    more: rows.length > auditPage,
    entries: rows.slice(0, auditPage).map((row) => {
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
