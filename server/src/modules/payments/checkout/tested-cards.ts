import { createHash } from 'node:crypto'
import { countAttempt, hourOf } from '#platform/secrets/attempts.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { keyedHash, type Keys } from '#platform/ids.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentProvider, PaymentSource, ProviderState } from '../port.ts'

/*
 * Protection against card testing where one card is tried by many members, from any network. A member's card is known
 * only from the provider's report, so those who tried it are held back afterwards. A household shares a card, so
 * members are counted, not declines.
 */

type Deps = Pick<PaymentDeps, 'clock' | 'limits'>

/** The counters outlive the member, so they do not name them. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const bucketOfMember = (memberId: string): string => `card testing ${hashOf(memberId)}`
const bucketOfCard = (card: string): string => `declined card ${card}`

/** Replaces the provider's fingerprint by a keyed hash: the database names no card. */
export function hideCard<T extends Pick<ProviderState, 'cardFingerprint'>>(keys: Keys, state: T): T {
  const { cardFingerprint: card } = state
  return card ? { ...state, cardFingerprint: keyedHash(keys, `card ${card}`).toString('base64url') } : state
}

/** Counts a declined card of this and the previous hour once for each member, and holds back those who try a tested one. */
export async function countDeclinedCard(
  deps: Deps,
  tx: Tx,
  { card, memberId }: { readonly card: string; readonly memberId: string },
): Promise<void> {
  const now = deps.clock()
  if ((await countAttempt(tx, `${bucketOfCard(card)} ${hashOf(`${card} ${memberId}`)}`, now)) > 1) return
  await countAttempt(tx, bucketOfCard(card), now)
  if (await isTested(deps, tx, card)) await countAttempt(tx, bucketOfMember(memberId), now)
}

/** Whether more members than a household has were declined with this card. */
export async function isTested(deps: Deps, executor: Executor, card: string): Promise<boolean> {
  return (await recentHits(deps, executor, bucketOfCard(card))) > deps.limits.membersOfCard
}

/** Whether a member who was declined with a tested card is held back from this payment. */
export async function isHeldBack(
  deps: Deps,
  executor: Executor,
  {
    memberId,
    source,
    provider,
  }: { readonly memberId: string; readonly source: PaymentSource; readonly provider: PaymentProvider },
): Promise<boolean> {
  // Stored cards and wallets need their owner; other providers' pages take no cards that could be tried.
  const takesAnyCard = source.method === 'card' || source.method === 'hosted'
  if (!takesAnyCard || !provider.capabilities.cardFingerprint) return false
  return (await recentHits(deps, executor, bucketOfMember(memberId))) > 0
}

async function recentHits({ clock }: Pick<Deps, 'clock'>, executor: Executor, bucket: string): Promise<number> {
  const rows = await executor
    .selectFrom('limit_counters')
    .select('hits')
    .where('bucket', '=', bucket)
    .where('window_start', '>=', new Date(hourOf(clock()).getTime() - 3_600_000))
    .execute()
  return rows.reduce((sum, { hits }) => sum + hits, 0)
}
