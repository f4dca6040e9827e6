import type { MailList } from '@incontro/contract'
import { withdrawConsents } from '#modules/site/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { type AddressKeys, hashesOf, hashNow } from '../outcomes/addresses.ts'

/** An address at a brand, and its member if there is one. */
export interface Receiver {
  readonly brandId: string
  readonly address: string
  readonly memberId: string | null
}

/**
 * Removes an address from a list. For promotion, the corresponding consents are withdrawn too: ours, others',
 * reminders.
 */
export async function suppress(
  tx: Executor,
  keys: AddressKeys,
  input: Receiver & {
    readonly list: MailList
    readonly source: 'link' | 'member' | 'provider'
    readonly at: Date
  },
): Promise<void> {
  const { brandId, memberId, list, source, at } = input
  await tx
    .insertInto('mail_suppressions')
    .values({
      brand_id: brandId,
      list,
      address_hash: hashNow(keys, input),
      member_id: memberId,
      source,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'list', 'address_hash']).doUpdateSet((set) => ({
        member_id: set.fn.coalesce('excluded.member_id', 'mail_suppressions.member_id'),
        source,
        created_at: at,
      })),
    )
    .execute()
  if (list === 'promotion' && memberId !== null)
    await withdrawConsents(tx, { memberId, kinds: ['promotion', 'third_party', 'remarketing'], at })
}

/** Adds a recipient to a list again; promotion also needs their consent. */
export async function liftSuppression(
  tx: Executor,
  keys: AddressKeys,
  receiver: Receiver & { readonly list: MailList },
): Promise<void> {
  await tx
    .deleteFrom('mail_suppressions')
    .where('brand_id', '=', receiver.brandId)
    .where('list', '=', receiver.list)
    .where((row) =>
      row.or([row('address_hash', 'in', hashesOf(keys, receiver)), row('member_id', '=', receiver.memberId)]),
    )
    .execute()
}

/** Whether a list may email a recipient: promotion requires a consent given after they last left it. */
export async function mayWrite(
  executor: Executor,
  keys: AddressKeys,
  receiver: Receiver & { readonly list: MailList },
): Promise<boolean> {
  const left = await executor
    .selectFrom('mail_suppressions')
    .select('created_at')
    .where('brand_id', '=', receiver.brandId)
    .where('list', '=', receiver.list)
    .where((row) =>
      row.or([row('address_hash', 'in', hashesOf(keys, receiver)), row('member_id', '=', receiver.memberId)]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (receiver.list === 'notices') return left === undefined
  const consent = await executor
    .selectFrom('consents')
    .select(['granted', 'given_at'])
    .where('member_id', '=', receiver.memberId)
    .where('kind', '=', 'promotion')
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return consent?.granted === true && (left === undefined || left.created_at < consent.given_at)
}

/** Suppressed addresses of non-members within a period: only their hashes are stored. */
export async function strangersWithin(executor: Executor, from: Date | null, until: Date): Promise<number> {
  const { count } = await executor
    .selectFrom('mail_suppressions')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('member_id', 'is', null)
    .where('created_at', '>=', from ?? new Date(0))
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}
