import { routes, type StatementEntry } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { isUuid } from '#platform/ids.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { WalletAccount } from './ledger.ts'

/** Entries per page. */
const pageSize = 100

export interface StatementDeps {
  readonly db: Database
  readonly flows: Flows
}

/** `GET /api/credits/statement`: the member's own. */
export function statementRoutes(http: Http, deps: StatementDeps): void {
  http.bind(routes.statement, async ({ params, query, member }) => {
    own(member, params.trackerId)
    return statementOf(deps, member, query)
  })
}

/**
 * A page of a member's ledger entries in messages, first messages and likes, newest first. What is booked at a change of
 * level is left out, since the number of messages stays the same (rule 12.15).
 */
export async function statementOf(
  { db, flows }: StatementDeps,
  member: { readonly memberId: string; readonly brandId: string; readonly flowId: string },
  { account, before }: { readonly account?: WalletAccount | undefined; readonly before?: string | undefined },
): Promise<{ entries: StatementEntry[]; hasMore: boolean }> {
  let transfers = db
    .selectFrom('ledger_transfers')
    .select(['id', 'from_account', 'to_account', 'amount', 'idempotency_key', 'created_at', 'level'])
    .where('member_id', '=', member.memberId)
    .where('idempotency_key', 'not like', 'level-%')
  if (before !== undefined) transfers = transfers.where('id', '<', before)
  if (account !== undefined)
    transfers = transfers.where((eb) =>
      eb.or([eb('from_account', '=', `wallet:${account}`), eb('to_account', '=', `wallet:${account}`)]),
    )
  const rows = await transfers
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { messageCost } = flows.of(member.brandId, member.flowId)
  return { entries: rows.slice(0, pageSize).map((row) => entryOf(row, messageCost)), hasMore: rows.length > pageSize }
}

interface Transfer {
  readonly id: string
  readonly from_account: string
  readonly to_account: string
  readonly amount: number
  readonly idempotency_key: string
  readonly created_at: Date
  readonly level: number | null
}

function entryOf(transfer: Transfer, messageCost: number): StatementEntry {
  const isReceived = transfer.to_account.startsWith('wallet:')
  const wallet = (isReceived ? transfer.to_account : transfer.from_account).slice('wallet:'.length) as WalletAccount
  const amount = wallet === 'messages' ? messagesMoved(transfer, messageCost) : transfer.amount
  return {
    id: transfer.id,
    time: transfer.created_at.toISOString(),
    account: wallet,
    amount: isReceived ? amount : -amount,
    ...causeOf(transfer.idempotency_key),
  }
}

/**
 * Messages that credits were worth when they moved: a message costs `messageCost` credits from level 1, else one.
 * Entries without a level are older than the column: of those, multiples of `messageCost` moved at that price.
 */
function messagesMoved({ amount, level }: Transfer, messageCost: number): number {
  const isPaying = level === null ? amount % messageCost === 0 : level > 0
  return isPaying ? Math.round((amount / messageCost) * 10) / 10 : amount
}

/** Cause by the prefix of a movement's key (`payment:<order>`, `message:<id>`, …). */
const causes: Readonly<Record<string, StatementEntry['cause']>> = {
  registration: 'registration',
  'welcome-gift': 'welcome_gift',
  refill: 'refill',
  payment: 'purchase',
  withdrawal: 'withdrawal',
  dispute: 'dispute',
  'dispute-won': 'dispute',
  message: 'message',
  withdrawn: 'message_withdrawn',
  like: 'like',
  'like-undone': 'like_undone',
  removed: 'recipient_removed',
}

function causeOf(key: string): Pick<StatementEntry, 'cause' | 'order'> {
  const [kind = '', subject = ''] = key.split(':')
  const cause = causes[kind] ?? 'other'
  const isOrder = (cause === 'purchase' || cause === 'withdrawal' || cause === 'dispute') && isUuid(subject)
  return { cause, order: isOrder ? subject : null }
}
