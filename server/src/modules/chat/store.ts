import type pg from 'pg'
import { createBatches } from '#platform/flow-control/batches.ts'
import { isUnavailable } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import type { Price } from './policy.ts'

/** A message that passed the policy, with values known only from its sender's session and flow. */
export interface NewRow {
  readonly conversation: string
  readonly message: string
  readonly brand: string
  readonly pool: string
  readonly sender: string
  readonly recipient: string
  readonly clientMessage: string
  readonly body: string
  readonly level: number
  readonly price: Price
  /** The message of the same conversation that it replies to. */
  readonly replyTo?: number | undefined
  /** The sender's flow uses invites: a first message waits to be accepted. */
  readonly invites?: boolean
  /** The upload that it carries. */
  readonly mediaId?: string | undefined
}

/** The outcome of one message, independent of others in its batch. */
export interface SendRow {
  status:
    | 'sent'
    | 'repeated'
    | 'key_reused'
    | 'stale'
    | 'closed'
    | 'not_accepted'
    | 'not_answered'
    /** Moderators have turned the sender's messages off. */
    | 'messaging_off'
    /** For a time the sender begins few conversations an hour. */
    | 'slowed'
    | 'invite_pending'
    | 'no_credits'
    | 'gone'
  message_id: string
  seq: number
  sent_at: Date
  icebreaker: boolean
  messages_left: number
  icebreakers_left: number
  likes_left: number
  recipient_unread: number
  /** The sender as the recipient's browsers show them. */
  sender_name: string
  sender_photo: string | null
  sender_sample: boolean | null
}

export interface StoreDeps {
  readonly pool: pg.Pool
  readonly log: Log
  readonly clock: () => Date
  /**
   * True to write every message to the outbox (the demo replies to them); otherwise only those about which an email is
   * due.
   */
  readonly followed?: boolean
}

export type Store = (row: NewRow) => Promise<SendRow>

/**
 * Stores messages: ordinary ones that are waiting together in one statement and one commit, all others individually
 * (docs/decisions/017). A repeated client message id returns the first message.
 */
export function createStore(deps: StoreDeps): Store {
  const inBatches = createBatches<NewRow, SendRow>({
    // A batch never has two messages of one sender. It may have one of each side of a conversation: people who are
    // writing to each other at the same time do not wait for each other's commit.
    keysOf: ({ sender }) => [sender],
    groupOf: ({ conversation }) => conversation,
    // The statement for one is the cheaper for one: it needs no arrays.
    run: async (rows) => (rows.length === 1 ? [await storeAlone(deps, rows[0] as NewRow)] : storeTogether(deps, rows)),
  })
  return (row) => (row.replyTo === undefined && row.mediaId === undefined ? inBatches(row) : storeAlone(deps, row))
}

interface TogetherRow {
  n: number
  seq: number
  messages_left: number
  icebreakers_left: number
  likes_left: number
  recipient_unread: number
  sender_name: string
  sender_photo: string | null
  sender_sample: boolean | null
}

const togetherSql = `select n, seq, messages_left, icebreakers_left, likes_left, recipient_unread, sender_name, sender_photo, sender_sample
  from send_messages($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)`

/** See `server/functions/send_messages.sql`. If one message makes it fail, all are stored individually. */
async function storeTogether(
  deps: StoreDeps,
  rows: readonly NewRow[],
): Promise<readonly (SendRow | Promise<SendRow>)[]> {
  const now = deps.clock()
  const column = <T>(of: (row: NewRow) => T): T[] => rows.map(of)
  const values = [
    now,
    deps.followed ?? false,
    column((row) => row.brand),
    column((row) => row.pool),
    column((row) => row.sender),
    column((row) => row.recipient),
    column((row) => row.conversation),
    column((row) => row.message),
    column((row) => row.clientMessage),
    column((row) => row.body),
    column((row) => row.level),
    column((row) => row.price.nextCost),
  ]
  const stored = new Map<number, TogetherRow>()
  try {
    const answer = await deps.pool.query<TogetherRow>({ name: 'send messages', text: togetherSql, values })
    for (const row of answer.rows) stored.set(row.n, row)
  } catch (error) {
    if (isUnavailable(error)) throw error
    deps.log.error({ err: error, messages: rows.length }, 'batch of messages not stored, each goes by itself')
  }
  const last = new Map<string, Promise<SendRow>>()
  // Those of one conversation in the order of their arrival.
  const alone = (row: NewRow): Promise<SendRow> => {
    const before = last.get(row.conversation)
    const store = (): Promise<SendRow> => storeAlone(deps, row)
    // The failure of the message before is reported to its own sender.
    const mine = before ? before.then(store, store) : store()
    last.set(row.conversation, mine)
    return mine
  }
  return rows.map((row, index) => {
    const together = stored.get(index + 1)
    if (!together) return alone(row)
    const { n: _, ...known } = together
    return { ...known, status: 'sent', message_id: row.message, sent_at: now, icebreaker: false }
  })
}

const isWithdrawnMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40001'

const aloneSql = `select status, message_id, seq, sent_at, icebreaker, messages_left, icebreakers_left, likes_left,
  recipient_unread, sender_name, sender_photo, sender_sample from send_one_message($1,$2,$3)`

/** See `server/functions/send_one_message.sql`. */
export async function storeAlone(deps: Omit<StoreDeps, 'log'>, row: NewRow): Promise<SendRow> {
  const message = {
    conversation: row.conversation,
    message: row.message,
    brand: row.brand,
    pool: row.pool,
    sender: row.sender,
    recipient: row.recipient,
    client_message: row.clientMessage,
    body: row.body,
    level: row.level,
    first_account: row.price.firstAccount,
    first_cost: row.price.firstCost,
    next_cost: row.price.nextCost,
    invites: row.invites ?? false,
    reply_to: row.replyTo,
    media: row.mediaId,
  }
  const values = [deps.clock(), deps.followed ?? false, message]
  const store = () => deps.pool.query<SendRow>({ name: 'send one message', text: aloneSql, values })
  const answer = await store().catch((error: unknown) => {
    if (isWithdrawnMeanwhile(error)) return store()
    throw error
  })
  const [sent] = answer.rows
  if (!sent) throw new Error('send_one_message answered nothing')
  return sent
}
