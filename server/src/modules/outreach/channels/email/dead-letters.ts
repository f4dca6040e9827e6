import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { withoutAddresses } from '#platform/mail/mail-reply.ts'
import { type Page, pageOf, queueLength } from '#platform/database/page.ts'
import type { EmailKind } from './email.ts'
import { sendJob } from './enqueue-email.ts'
import { mailKinds } from './mail-kinds.ts'

/** States in which an email has not arrived and is not tried any more, and the one in which it waits. */
export const letterStates = ['dead', 'bounced', 'withheld', 'queued'] as const
export type LetterState = (typeof letterStates)[number]

/** An email as an operator sees it: not what it says, and of its address only what tells a typing error. */
export interface Letter {
  readonly id: string
  readonly brandId: string
  readonly kind: string
  readonly state: string
  readonly memberId: string | null
  readonly address: string
  readonly createdAt: Date
  readonly attempts: number
  readonly why: string | null
  readonly events: readonly LetterEvent[]
}

export interface LetterEvent {
  readonly at: Date
  readonly kind: string
  readonly class: string | null
  readonly code: string | null
  readonly diagnostic: string | null
  readonly source: string
}

/** Days for which a dead letter keeps what it says, so that it can be sent again. */
const keptDays = 30

const masked = (address: string): string => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`

/** How many emails were given up and can be sent again; those to addresses that do not exist are not among them. */
export async function countDead(executor: Executor): Promise<number> {
  const { count } = await executor
    .selectFrom('emails')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', sql.lit('dead'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Emails in a state, the oldest first; of all brands, or of one. */
export async function lettersIn(
  executor: Executor,
  {
    brandId,
    state,
    after,
  }: { readonly brandId: string | undefined; readonly state: LetterState; readonly after: string | undefined },
): Promise<Page<Letter>> {
  const rows = await lettersOf(executor)
    .where('state', '=', state)
    .$if(brandId !== undefined, (query) => query.where('brand_id', '=', brandId ?? ''))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(queueLength + 1)
    .execute()
  const { rows: shown, more } = pageOf(rows)
  return { rows: shown.map((row) => letter(row, [])), more }
}

/** One email, with what was reported about it. */
export async function letterOf(executor: Executor, id: string): Promise<Letter | undefined> {
  const row = await lettersOf(executor).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const events = await executor
    .selectFrom('mail_events')
    .select(['created_at as at', 'kind', 'class', 'code', 'diagnostic', 'source'])
    .where('email_id', '=', id)
    .orderBy('id')
    .execute()
  return letter(row, events)
}

const lettersOf = (executor: Executor) =>
  executor
    .selectFrom('emails')
    .select(['id', 'brand_id', 'kind', 'state', 'member_id', 'to_address', 'created_at', 'attempts', 'last_error'])

type Row = Awaited<ReturnType<ReturnType<typeof lettersOf>['executeTakeFirstOrThrow']>>

const letter = (row: Row, events: readonly LetterEvent[]): Letter => ({
  id: row.id,
  brandId: row.brand_id,
  kind: row.kind,
  state: row.state,
  memberId: row.member_id,
  address: masked(row.to_address),
  createdAt: row.created_at,
  attempts: row.attempts,
  why: row.last_error === null ? null : withoutAddresses(row.last_error),
  events,
})

export type Requeued = 'requeued' | 'unknown' | 'not_dead' | 'forgotten'

/**
 * Sends an email again that did not arrive: it is tried for as long as a new one, its link is valid from then on. What
 * is about a member's contract goes to their present address. Of one whose link is deleted, the member asks for another.
 */
export async function requeueLetter(db: Database, id: string, at: Date): Promise<Requeued> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('emails')
      .select(['state', 'kind', 'props', 'member_id', 'to_address'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return 'unknown'
    const kind = row.kind as EmailKind
    // Not beside one that is being sent.
    if (row.state === 'queued')
      await sql`
        select ${sendJob(id, kind)} where not exists (
          select from graphile_worker.jobs where key = ${`email ${id}`} and locked_by is not null)`.execute(tx)
    if (!again.has(row.state)) return row.state === 'queued' ? 'requeued' : 'not_dead'
    const names = Object.keys(row.props ?? {})
    if (kind !== 'deleted' && (names.length === 0 || !(mailKinds[kind].withoutLink || names.includes('link'))))
      return 'forgotten'
    const member =
      row.member_id !== null && mailKinds[kind].class === 'contract'
        ? await tx.selectFrom('members').select('email').where('id', '=', row.member_id).executeTakeFirst()
        : undefined
    await tx
      .updateTable('emails')
      .set({
        state: 'queued',
        requeued_at: at,
        attempts: 0,
        last_error: null,
        sent_at: null,
        to_address: member?.email ?? row.to_address,
      })
      .where('id', '=', id)
      .execute()
    await sql`select ${sendJob(id, kind)}`.execute(tx)
    return 'requeued'
  })
}

const again: ReadonlySet<string> = new Set(['dead', 'bounced', 'withheld'])

/**
 * Every dead letter and, at once, what waits for its next try; or those of one brand or kind.
 * @returns how many are sent again, and how many cannot be
 */
export async function requeueDead(
  db: Database,
  { brandId, kind, at }: { readonly brandId: string | undefined; readonly kind: string | undefined; readonly at: Date },
): Promise<{ readonly requeued: number; readonly left: number }> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('state', 'in', [sql.lit('dead'), sql.lit('queued')])
    .$if(brandId !== undefined, (query) => query.where('brand_id', '=', brandId ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('id')
    .execute()
  let requeued = 0
  for (const { id } of rows) if ((await requeueLetter(db, id, at)) === 'requeued') requeued += 1
  return { requeued, left: rows.length - requeued }
}

/** Deletes what dead letters say once they are old: their links and texts. */
export async function forgetDead(executor: Executor, now: Date): Promise<void> {
  await sql`
    update emails set props = '{}'::jsonb where state = 'dead' and props <> '{}'::jsonb
      and created_at < ${now}::timestamptz - ${keptDays} * interval '1 day'`.execute(executor)
}
