import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'

/** What the hash of an entry covers, as the database returns it. */
export interface Hashed {
  readonly brand_id: string
  readonly seq: number
  readonly id: string
  readonly at: Date
  readonly staff_id: string | null
  readonly command: string | null
  readonly action: string
  readonly subject_kind: string
  readonly subject_id: string | null
  readonly about_brand: string | null
  readonly address: string | null
  readonly detail: string | null
  readonly sealed_for: string | null
  readonly sealed: string | null
  readonly previous: Buffer
}

/** SHA-256 over the fields in this order, each with its length before it: no text can pass for two others. */
export function hashOf(entry: Hashed): Buffer {
  const hash = createHash('sha256')
  for (const value of [
    entry.brand_id,
    String(entry.seq),
    entry.id,
    entry.at.toISOString(),
    entry.staff_id,
    entry.command,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    entry.about_brand,
    entry.address,
    entry.detail,
    entry.sealed_for,
    entry.sealed,
    entry.previous.toString('hex'),
  ])
    hash.update(value === null ? '-;' : `${Buffer.byteLength(value)}:${value};`)
  return hash.digest()
}

/** A chain that holds, by its last entry, or the first entry that does not fit. */
export type ChainState =
  | { readonly brandId: string; readonly ok: true; readonly seq: number; readonly hash: string }
  | { readonly brandId: string; readonly ok: false; readonly seq: number; readonly why: string }

const pageSize = 1000

/** Reads every chain of a database from its beginning. */
export async function checkChains(db: Database): Promise<readonly ChainState[]> {
  const heads = await db.selectFrom('audit_heads').selectAll().orderBy('brand_id').execute()
  const states: ChainState[] = []
  for (const head of heads) states.push(await checkChain(db, head))
  const without = await db
    .selectFrom('audit_entries as e')
    .select(['e.brand_id', 'e.seq'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('audit_heads as h').select('h.seq').whereRef('h.brand_id', '=', 'e.brand_id'))),
    )
    .limit(1)
    .executeTakeFirst()
  if (without) states.push({ brandId: without.brand_id, ok: false, seq: without.seq, why: 'its chain has no head' })
  return states
}

async function checkChain(
  db: Database,
  head: { readonly brand_id: string; readonly seq: number; readonly hash: Buffer },
): Promise<ChainState> {
  const brandId = head.brand_id
  let [seq, hash] = [0, Buffer.alloc(32) as Buffer]
  const broken = (at: number, why: string): ChainState => ({ brandId, ok: false, seq: at, why })
  for (;;) {
    const page = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('seq', '>', seq)
      // What is written meanwhile is for the next check.
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(pageSize)
      .execute()
    for (const entry of page) {
      if (entry.seq !== seq + 1) return broken(seq + 1, 'is missing')
      if (!entry.previous.equals(hash)) return broken(entry.seq, 'does not follow the entry before it')
      if (!hashOf(entry).equals(entry.hash)) return broken(entry.seq, 'was changed')
      ;[seq, hash] = [entry.seq, entry.hash]
    }
    if (page.length < pageSize) break
  }
  if (seq !== head.seq) return broken(seq + 1, 'is missing')
  if (!hash.equals(head.hash)) return broken(seq, 'is not the one that the head names')
  return { brandId, ok: true, seq, hash: hash.toString('hex') }
}
