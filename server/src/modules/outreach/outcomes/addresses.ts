import { normaliseEmail } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { keyedHash, keyedHashes, type Keys } from '#platform/ids.ts'

/** An address at a brand. */
export interface BrandAddress {
  readonly brandId: string
  readonly address: string
}

/** Keys of the address hashes. */
export interface AddressKeys {
  readonly addressKeys: Keys
}

const textOf = ({ brandId, address }: BrandAddress): string => `${brandId} ${normaliseEmail(address)}`
export const hashNow = ({ addressKeys }: AddressKeys, address: BrandAddress): Buffer =>
  keyedHash(addressKeys, textOf(address))
export const hashesOf = ({ addressKeys }: AddressKeys, address: BrandAddress): Buffer[] =>
  keyedHashes(addressKeys, textOf(address))

/** `bounced`: there is no such address. `unreachable`: there is, and it has taken no mail for weeks. */
export type StopReason = 'bounced' | 'unreachable'

interface Failure extends BrandAddress {
  readonly at: Date
  /** When the mail was sent that failed. */
  readonly mailedAt: Date
}

/** Stops an address, unless a link was used there after the mail that failed. */
export async function stopAddress(
  tx: Executor,
  keys: AddressKeys,
  input: Failure & { readonly why?: StopReason },
): Promise<void> {
  const { brandId, at, mailedAt, why = 'bounced' } = input
  // Also under the hash of an older key.
  const later = await tx
    .selectFrom('mail_addresses')
    .select('confirmed_at')
    .where('brand_id', '=', brandId)
    .where('address_hash', 'in', hashesOf(keys, input))
    .where('confirmed_at', '>=', mailedAt)
    .limit(1)
    .executeTakeFirst()
  if (later) return
  await tx
    .insertInto('mail_addresses')
    .values({ brand_id: brandId, address_hash: hashNow(keys, input), stopped_at: at, stopped_why: why })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'address_hash'])
        .doUpdateSet({ stopped_at: at, stopped_why: why })
        .where('mail_addresses.stopped_at', 'is', null),
    )
    .execute()
}

/** Days on which mails failed, each within a month of the one before, after which an address is stopped. */
const mostSoftFailures = 5

/** Counts a mail that was given up though the address exists: one a day, as what is wrong may last for hours. */
export async function countSoftFailure(tx: Executor, keys: AddressKeys, input: Failure): Promise<void> {
  const { brandId, at } = input
  const { rows } = await sql<{ failures: number }>`
    insert into mail_addresses as a (brand_id, address_hash, soft_failures, soft_failed_at)
    values (${brandId}, ${hashNow(keys, input)}, 1, ${at})
    on conflict (brand_id, address_hash) do update set soft_failed_at = excluded.soft_failed_at,
      soft_failures = case when a.soft_failed_at >= excluded.soft_failed_at - interval '30 days'
        then least(a.soft_failures + 1, 1000) else 1 end
    where a.soft_failed_at is null or a.soft_failed_at <= excluded.soft_failed_at - interval '1 day'
    returning soft_failures as failures`.execute(tx)
  if ((rows[0]?.failures ?? 0) >= mostSoftFailures) await stopAddress(tx, keys, { ...input, why: 'unreachable' })
}

/** A mail arrived at the address. */
export async function wasReached(tx: Executor, keys: AddressKeys, address: BrandAddress): Promise<void> {
  await tx
    .updateTable('mail_addresses')
    .set({ soft_failures: 0, soft_failed_at: null })
    .where('brand_id', '=', address.brandId)
    .where('address_hash', 'in', hashesOf(keys, address))
    .where('soft_failures', '>', 0)
    .execute()
}

/** Whether nothing is sent to an address, because what was sent does not arrive. */
export async function isStopped(executor: Executor, keys: AddressKeys, address: BrandAddress): Promise<boolean> {
  return (await stoppedAmong(executor, keys, address.brandId, [address.address])).size > 0
}

/** Those of a brand's addresses to which nothing is sent. */
export async function stoppedAmong(
  executor: Executor,
  keys: AddressKeys,
  brandId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashed = addresses.map((address) => [address, hashesOf(keys, { brandId, address })] as const)
  const rows = await executor
    .selectFrom('mail_addresses')
    .select('address_hash')
    .where('brand_id', '=', brandId)
    .where('address_hash', '=', sql<Buffer>`any(${hashed.flatMap(([, hashes]) => hashes)}::bytea[])`)
    .where('stopped_at', 'is not', null)
    .execute()
  const stopped = new Set(rows.map((row) => row.address_hash.toString('hex')))
  return new Set(
    hashed.flatMap(([address, hashes]) => (hashes.some((hash) => stopped.has(hash.toString('hex'))) ? address : [])),
  )
}

/** A link was used that had been mailed to the address: if that was after it was stopped, it receives mail again. */
export async function addressReached(
  tx: Executor,
  keys: AddressKeys,
  { at, mailedAt, ...address }: BrandAddress & { readonly at: Date; readonly mailedAt: Date },
): Promise<void> {
  await tx
    .updateTable('mail_addresses')
    .set({ stopped_at: null, stopped_why: null, confirmed_at: at, soft_failures: 0, soft_failed_at: null })
    .where('brand_id', '=', address.brandId)
    .where('address_hash', 'in', hashesOf(keys, address))
    .where('stopped_at', '<=', mailedAt)
    .execute()
}
