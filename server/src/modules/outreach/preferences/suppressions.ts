import type { MailList } from '@incontro/contract'
import { sql } from 'kysely'
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
  const [may] = await mayWriteTo(executor, keys, receiver, [receiver])
  return may === true
}

/** The same for many recipients, in their order. */
export async function mayWriteTo(
  executor: Executor,
  keys: AddressKeys,
  { brandId, list }: { readonly brandId: string; readonly list: MailList },
  receivers: readonly Pick<Receiver, 'address' | 'memberId'>[],
): Promise<readonly boolean[]> {
  const hashes = receivers.map(({ address }) => hashesOf(keys, { brandId, address }))
  const ids = receivers.flatMap(({ memberId }) => memberId ?? [])
  const left = await executor
    .selectFrom('mail_suppressions')
    .select(['address_hash', 'member_id', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('list', '=', list)
    .where((row) =>
      row.or([
        row('address_hash', '=', sql<Buffer>`any(${hashes.flat()}::bytea[])`),
        row('member_id', '=', sql<string>`any(${ids}::uuid[])`),
      ]),
    )
    .execute()
  const lastLeft = new Map<string, Date>()
  const noteLeft = (key: string, at: Date) => void (at > (lastLeft.get(key) ?? new Date(0)) && lastLeft.set(key, at))
  for (const { address_hash: hash, member_id: memberId, created_at: at } of left) {
    noteLeft(hash.toString('hex'), at)
    if (memberId !== null) noteLeft(memberId, at)
  }
  const leavingOf = (at: number): Date | undefined =>
    [...(hashes[at] ?? []).map((hash) => hash.toString('hex')), receivers[at]?.memberId ?? '']
      .flatMap((key) => lastLeft.get(key) ?? [])
      .toSorted((a, b) => b.getTime() - a.getTime())[0]
  if (list === 'notices') return receivers.map((_, at) => leavingOf(at) === undefined)
  const { rows } = await sql<{ member_id: string; granted: boolean; given_at: Date }>`
    select distinct on (member_id) member_id, granted, given_at from consents
    where member_id = any(${ids}::uuid[]) and kind = 'promotion' order by member_id, given_at desc, id desc`.execute(
    executor,
  )
  const consents = new Map(rows.map((one) => [one.member_id, one]))
  return receivers.map(({ memberId }, at) => {
    const consent = consents.get(memberId ?? '')
    const leaving = leavingOf(at)
    return consent?.granted === true && (leaving === undefined || leaving < consent.given_at)
  })
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
