import { normaliseEmail } from '@incontro/contract'
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

/** Stops an address that does not exist, unless a link was used there after the mail that bounced. */
export async function stopAddress(
  tx: Executor,
  keys: AddressKeys,
  input: BrandAddress & { readonly at: Date; readonly mailedAt: Date },
): Promise<void> {
  const { brandId, at, mailedAt } = input
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
    .values({ brand_id: brandId, address_hash: hashNow(keys, input), stopped_at: at, stopped_why: 'bounced' })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'address_hash'])
        .doUpdateSet({ stopped_at: at, stopped_why: 'bounced' })
        .where('mail_addresses.stopped_at', 'is', null),
    )
    .execute()
}

/** Whether nothing is sent to an address, because what was sent has bounced. */
export async function isStopped(executor: Executor, keys: AddressKeys, address: BrandAddress): Promise<boolean> {
  const row = await executor
    .selectFrom('mail_addresses')
    .select('stopped_at')
    .where('brand_id', '=', address.brandId)
    .where('address_hash', 'in', hashesOf(keys, address))
    .where('stopped_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A link was used that had been mailed to the address: if that was after it was stopped, it receives mail again. */
export async function addressReached(
  tx: Executor,
  keys: AddressKeys,
  { at, mailedAt, ...address }: BrandAddress & { readonly at: Date; readonly mailedAt: Date },
): Promise<void> {
  await tx
    .updateTable('mail_addresses')
    .set({ stopped_at: null, stopped_why: null, confirmed_at: at })
    .where('brand_id', '=', address.brandId)
    .where('address_hash', 'in', hashesOf(keys, address))
    .where('stopped_at', '<=', mailedAt)
    .execute()
}
