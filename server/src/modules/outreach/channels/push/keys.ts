import { createECDH } from 'node:crypto'
import type { Executor } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { opens, seal, unseal } from '#platform/secrets/seal.ts'

/** A pair of VAPID keys (RFC 8292), base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The brand's keys, made when they are first asked for. Where the installation's secret was replaced they are made again:
 * browsers that were subscribed with others subscribe again at their next start.
 */
export async function pushKeysOf(
  executor: Executor,
  keys: Keys,
  { brandId, at }: { readonly brandId: string; readonly at: Date },
): Promise<PushKeys> {
  const stored = await read(executor, brandId)
  if (stored && opens(keys, stored.private_key_sealed)) return opened(keys, stored)
  const made = makeKeys()
  const values = {
    public_key: made.publicKey,
    private_key_sealed: seal(keys, made.privateKey),
    created_at: at,
  }
  await executor
    .insertInto('push_keys')
    .values({ brand_id: brandId, ...values })
    // Another process may have made them meanwhile; those stay.
    .onConflict((conflict) =>
      conflict
        .column('brand_id')
        .doUpdateSet(values)
        .where('push_keys.public_key', '=', stored?.public_key ?? ''),
    )
    .execute()
  const now = await read(executor, brandId)
  if (!now) throw new Error(`the push keys of ${brandId} are gone`)
  return opened(keys, now)
}

const read = (executor: Executor, brandId: string) =>
  executor
    .selectFrom('push_keys')
    .select(['public_key', 'private_key_sealed'])
    .where('brand_id', '=', brandId)
    .executeTakeFirst()

const opened = (keys: Keys, row: { public_key: string; private_key_sealed: string }): PushKeys => ({
  publicKey: row.public_key,
  privateKey: unseal(keys, row.private_key_sealed),
})

function makeKeys(): PushKeys {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys().toString('base64url')
  // Without leading zeros it can be shorter than the standard's 32 bytes.
  const scalar = curve.getPrivateKey()
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString('base64url') }
}
