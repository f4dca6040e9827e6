import { routes, type StatementEntry } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { isUuid } from '#platform/ids.ts'
import type { WalletAccount } from './ledger.ts'

/** Entries per page. */
const pageSize = 100

/** `GET /api/credits/statement`: the member's ledger entries, newest first. */
export function statementRoutes(http: Http, { db }: { readonly db: Database }): void {
  http.bind(routes.statement, async ({ params, query, member }) => {
    own(member, params.trackerId)
    const { account, before } = query
    let transfers = db
      .selectFrom('ledger_transfers')
      .select(['id', 'from_account', 'to_account', 'amount', 'idempotency_key', 'created_at'])
      .where('member_id', '=', member.memberId)
    if (before !== undefined) transfers = transfers.where('id', '<', before)
    if (account !== undefined)
      transfers = transfers.where((eb) =>
        eb.or([eb('from_account', '=', `wallet:${account}`), eb('to_account', '=', `wallet:${account}`)]),
      )
    const rows = await transfers
      .orderBy('id', 'desc')
      .limit(pageSize + 1)
      .execute()
    return { entries: rows.slice(0, pageSize).map(entryOf), hasMore: rows.length > pageSize }
  })
}

interface Transfer {
  readonly id: string
  readonly from_account: string
  readonly to_account: string
  readonly amount: number
  readonly idempotency_key: string
  readonly created_at: Date
}

function entryOf(transfer: Transfer): StatementEntry {
  const isReceived = transfer.to_account.startsWith('wallet:')
  const wallet = isReceived ? transfer.to_account : transfer.from_account
  return {
    id: transfer.id,
    time: transfer.created_at.toISOString(),
    account: wallet.slice('wallet:'.length) as WalletAccount,
    amount: isReceived ? transfer.amount : -transfer.amount,
    ...causeOf(transfer.idempotency_key),
  }
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
  'level-up': 'level_change',
  'level-down': 'level_change',
}

function causeOf(key: string): Pick<StatementEntry, 'cause' | 'order'> {
  const [kind = '', subject = ''] = key.split(':')
  const cause = causes[kind] ?? 'other'
  const isOrder = (cause === 'purchase' || cause === 'withdrawal' || cause === 'dispute') && isUuid(subject)
  return { cause, order: isOrder ? subject : null }
}
