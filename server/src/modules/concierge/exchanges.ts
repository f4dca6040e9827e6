import type { ConciergeExchange } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { lockMember } from '#modules/members/index.ts'

const day = 86_400_000
/** Longer than any answer may take: its process ended in the middle. */
const abandonedAfterMs = 90_000
const mostTries = 3
const pageLength = 50
/** Characters of an answer that are kept. */
export const longestAnswer = 4000

/** Questions in 24 hours. */
export interface ConciergeLimits {
  readonly perMember: number
  /** Of all members of the installation together. */
  readonly inAll: number
}

interface Row {
  readonly seq: number
  readonly client_message_id: string
  readonly question: string
  readonly answer: string
  readonly state: string
  readonly tries: number
  readonly asked_at: Date
  readonly changed_at: Date
}

const columns = ['seq', 'client_message_id', 'question', 'answer', 'state', 'tries', 'asked_at', 'changed_at'] as const

const isAbandoned = ({ state, changed_at: changedAt }: Row, now: Date): boolean =>
  state === 'writing' && changedAt.getTime() < now.getTime() - abandonedAfterMs

const toExchange = (row: Row, now: Date): ConciergeExchange => ({
  seq: row.seq,
  clientMessageId: row.client_message_id,
  question: row.question,
  answer: row.answer,
  state: isAbandoned(row, now) ? 'failed' : (row.state as ConciergeExchange['state']),
  time: row.asked_at.toISOString(),
})

/** A page of a member's exchanges, oldest first. */
export async function exchangesOf(
  db: Database,
  memberId: string,
  before: number | undefined,
  now: Date,
): Promise<{ readonly exchanges: ConciergeExchange[]; readonly hasMore: boolean }> {
  const rows = await db
    .selectFrom('concierge_exchanges')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('seq', '<', before ?? 2_147_483_647)
    .orderBy('seq', 'desc')
    .limit(pageLength + 1)
    .execute()
  return {
    exchanges: rows
      .slice(0, pageLength)
      .map((row) => toExchange(row, now))
      .toReversed(),
    hasMore: rows.length > pageLength,
  }
}

/** How many questions the member can still ask. */
export async function questionsLeft(
  executor: Executor,
  memberId: string,
  { perMember }: ConciergeLimits,
  now: Date,
): Promise<number> {
  const { asked } = await executor
    .selectFrom('concierge_exchanges')
    .select(({ fn }) => fn.countAll<string>().as('asked'))
    .where('member_id', '=', memberId)
    .where('asked_at', '>', new Date(now.getTime() - day))
    .executeTakeFirstOrThrow()
  return Math.max(0, perMember - Number(asked))
}

/** Whether all members together have asked as much as they may; counts no further than that. */
async function isUsedUp(executor: Executor, { inAll }: ConciergeLimits, now: Date): Promise<boolean> {
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from (
      select 1 from concierge_exchanges where asked_at > ${new Date(now.getTime() - day)} limit ${inAll}) as recent`.execute(
    executor,
  )
  return (rows[0]?.asked ?? 0) >= inAll
}

const conflict = (code: string, message: string) => new Failure(409, code, { message })

/**
 * Writes a question down, or takes up one that failed.
 * @returns the exchange, and whether an answer has to be asked for
 * @throws Failure 409 as the route says
 */
export async function beginExchange(
  db: Database,
  memberId: string,
  limits: ConciergeLimits,
  { question, clientMessageId }: { readonly question: string; readonly clientMessageId: string },
  now: Date,
): Promise<{ readonly exchange: ConciergeExchange; readonly isDue: boolean }> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    await tx
      .updateTable('concierge_exchanges')
      .set({ state: 'failed', changed_at: now })
      .where('member_id', '=', memberId)
      .where('state', '=', 'writing')
      .where('changed_at', '<', new Date(now.getTime() - abandonedAfterMs))
      .execute()
    const known = await tx
      .selectFrom('concierge_exchanges')
      .select(columns)
      .where('member_id', '=', memberId)
      .where('client_message_id', '=', clientMessageId)
      .executeTakeFirst()
    if (known && known.question !== question)
      throw conflict('duplicate_id', 'This client message id belongs to another question')
    if (known?.state === 'answered') return { exchange: toExchange(known, now), isDue: false }
    const writing = await tx
      .selectFrom('concierge_exchanges')
      .select('seq')
      .where('member_id', '=', memberId)
      .where('state', '=', 'writing')
      .executeTakeFirst()
    if (writing) throw conflict('still_writing', 'Wait for the answer to the question before')
    const row = known ? await takeUp(tx, memberId, known, now) : await write()
    return { exchange: toExchange(row, now), isDue: true }

    async function write(): Promise<Row> {
      if ((await questionsLeft(tx, memberId, limits, now)) === 0)
        throw conflict('concierge_limit', 'No more questions today')
      if (await isUsedUp(tx, limits, now)) throw conflict('concierge_busy', 'Too many questions today, ask tomorrow')
      const last = await tx
        .selectFrom('concierge_exchanges')
        .select('seq')
        .where('member_id', '=', memberId)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return tx
        .insertInto('concierge_exchanges')
        .values({
          member_id: memberId,
          seq: (last?.seq ?? 0) + 1,
          client_message_id: clientMessageId,
          question,
          state: 'writing',
          asked_at: now,
          changed_at: now,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
    }
  })
}

async function takeUp(tx: Executor, memberId: string, { seq, tries }: Row, now: Date): Promise<Row> {
  if (tries >= mostTries) throw conflict('too_many_tries', 'This question failed too often: send it as a new question')
  return tx
    .updateTable('concierge_exchanges')
    .set({ state: 'writing', tries: tries + 1, changed_at: now })
    .where('member_id', '=', memberId)
    .where('seq', '=', seq)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Writes down how it ended; an exchange that is gone with its member stays gone. An empty answer is a failure. */
export async function endExchange(
  db: Database,
  memberId: string,
  exchange: ConciergeExchange,
  answer: string,
  now: Date,
): Promise<ConciergeExchange> {
  const state = answer === '' ? 'failed' : 'answered'
  await db
    .updateTable('concierge_exchanges')
    .set({ state, answer, changed_at: now })
    .where('member_id', '=', memberId)
    .where('seq', '=', exchange.seq)
    .where('state', '=', 'writing')
    .execute()
  return { ...exchange, state, answer }
}

/** What the list of conversations shows of it; where nothing was asked yet, it is as old as the account. */
export async function lastExchange(
  db: Database,
  memberId: string,
): Promise<{ readonly time: Date; readonly text: string | null } | undefined> {
  const { rows } = await sql<{ time: Date; text: string | null }>`
    select coalesce(e.asked_at, m.created_at) as time, coalesce(nullif(e.answer, ''), e.question) as text
    from members m left join lateral (
      select asked_at, question, answer from concierge_exchanges where member_id = m.id order by seq desc limit 1) e on true
    where m.id = ${memberId}`.execute(db)
  return rows[0]
}
