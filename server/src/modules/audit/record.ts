import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AuditAction, AuditDetail } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { hashOf, type Hashed } from './chain.ts'

/** The chain of what concerns the installation and its staff, in the default database. */
export const installationChain = '*'

/** Who did it: staff from an address, or a command that an operator ran. */
export type AuditAuthor = { readonly staffId: string; readonly address: string | null } | { readonly command: string }

export interface AuditInput {
  /** The chain: a brand, or `installationChain`. */
  readonly brandId: string
  readonly by: AuditAuthor
  readonly action: AuditAction
  readonly subject: { readonly kind: string; readonly id: string | null }
  /** The brand at which it happened to staff, in the chain of the installation. */
  readonly aboutBrand?: string
  /**
   * Whose data the reason and the details are, also of a subject of kind `member`: they are sealed with this member's key,
   * which erasing deletes.
   */
  readonly memberId?: string
  readonly reason?: string
  /** What was before and after, as JSON. */
  readonly detail?: AuditDetail
}

/** Records what is done in the transaction that does it. */
export type RecordAudit = (tx: Tx, input: AuditInput) => Promise<void>

export const auditor =
  (clock: () => Date): RecordAudit =>
  (tx, input) =>
    record(tx, input, clock())

/**
 * Appends an entry to its chain. The row of the head is locked until the transaction ends, so call it as the last
 * statement: other writers of the brand wait.
 */
async function record(tx: Tx, input: AuditInput, at: Date): Promise<void> {
  const { brandId, by, action, subject } = input
  const memberId = subject.kind === 'member' ? (subject.id ?? undefined) : input.memberId
  const said = JSON.stringify({
    ...(input.reason !== undefined && { reason: input.reason }),
    ...(input.detail && { detail: input.detail }),
  })
  const key = memberId === undefined ? undefined : await keyOf(tx, memberId)
  await tx
    .insertInto('audit_heads')
    .values({ brand_id: brandId, seq: 0, hash: Buffer.alloc(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const head = await tx
    .updateTable('audit_heads')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('brand_id', '=', brandId)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  const entry: Hashed = {
    brand_id: brandId,
    seq: head.seq,
    id: newId(),
    at,
    staff_id: 'staffId' in by ? by.staffId : null,
    command: 'staffId' in by ? null : by.command,
    action,
    subject_kind: subject.kind,
    // A member is named by the key alone, so that nothing names them once it is deleted.
    subject_id: subject.kind === 'member' ? null : subject.id,
    about_brand: input.aboutBrand ?? null,
    address: 'staffId' in by ? by.address : null,
    detail: memberId === undefined ? said : null,
    sealed_for: key?.id ?? null,
    sealed: key ? sealWith(key.key, said) : null,
    previous: head.hash,
  }
  const hash = hashOf(entry)
  const stored = await tx
    .insertInto('audit_entries')
    .values({ ...entry, hash })
    .returningAll()
    .executeTakeFirstOrThrow()
  // What the database returns is what a check will hash.
  if (!hashOf(stored).equals(hash)) throw new Error('the database returns another audit entry than it was given')
  await tx.updateTable('audit_heads').set({ hash }).where('brand_id', '=', brandId).execute()
}

/** The key of a member's details, created with the first of them; undefined for one who has been erased. */
async function keyOf(tx: Executor, memberId: string): Promise<{ id: string; key: Buffer } | undefined> {
  const { rows } = await sql<{ id: string; key: Buffer }>`
    insert into audit_keys (member_id, id, key) select id, ${newId()}, ${randomBytes(32)} from members where id = ${memberId}
    on conflict (member_id) do update set key = audit_keys.key returning id, key`.execute(tx)
  return rows[0]
}

const nonceBytes = 12
const tagBytes = 16

function sealWith(key: Buffer, plain: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** What `record` sealed with the key. @throws when the text was changed */
export function unsealWith(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
