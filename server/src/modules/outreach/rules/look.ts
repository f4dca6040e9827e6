import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { jobAdded } from '#platform/jobs/jobs.ts'
import { sendJob } from '../channels/email/enqueue-email.ts'
import { mailKinds } from '../channels/email/mail-kinds.ts'
import type { AddressKeys } from '../outcomes/addresses.ts'
import type { Channels } from './channel.ts'
import { type NoticeKey, type PlanDeps, withJob } from './plan.ts'
import { decideFor, receiverOf } from './receiver.ts'
import { type Subject, subjectOf } from './subject.ts'

export type LookDeps = PlanDeps & AddressKeys & { readonly channels: Channels }

interface Row {
  readonly seq: number
  readonly planned: boolean
  readonly waiting: readonly NoticeChannel[]
  readonly happened_at: Date
}

/**
 * Decides on a notice that is due, under its row's lock: on each channel it is queued in the same transaction, waits
 * for a later look, is held for the digest, or is dropped.
 */
export async function lookAtNotice(deps: LookDeps, key: NoticeKey): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const row = await lock(tx, key)
    if (!row || row.waiting.length === 0) return
    const receiver = await receiverOf(tx, key.memberId)
    const subject = await subjectOf(tx, { ...key, happened_at: row.happened_at })
    if (!receiver || !subject) return finish(tx, key, { ...row, planned: false, waiting: [], held: false })
    const left: NoticeChannel[] = []
    let [next, digestAt]: (Date | undefined)[] = []
    let isDecided = false
    for (const channel of row.waiting) {
      const { event, otherId, seq } = subject
      const notice = { event: key.event, about: key.about, seq }
      const decision = await decideFor(tx, deps, channel, subject, { ...receiver, now })
      isDecided ||= decision.kind !== 'wait'
      if (decision.kind === 'send')
        await deps.channels[channel].queue(tx, { to: receiver.to, event, otherId, notice, at: now })
      if (decision.kind === 'wait' || decision.kind === 'digest') left.push(channel)
      if (decision.kind === 'wait' && (next === undefined || decision.until < next)) next = decision.until
      if (decision.kind === 'digest') digestAt = decision.until
    }
    await finish(tx, key, {
      seq: seqAfter(subject, isDecided, row),
      planned: row.planned && !isDecided && next !== undefined,
      waiting: left,
      held: digestAt !== undefined,
      next,
    })
    if (digestAt) await addDigestJob(tx, key.memberId, digestAt)
  })
}

/** Until what was announced is opened, the conversation is not announced again; what was read or withdrawn was not. */
function seqAfter({ state, seq }: Subject, isDecided: boolean, before: Row): number {
  if (state === 'read') return 0
  return isDecided ? seq : before.seq
}

/**
 * Lets the next message be announced, since the announced one was withdrawn before its notice left and nothing else is
 * unread.
 * @returns false if something is by now
 */
export const forgetWithdrawn = (db: Database, key: NoticeKey & { readonly seq: number }): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const row = await lock(tx, key)
    const subject = row && (await subjectOf(tx, { ...key, happened_at: row.happened_at }))
    if (subject?.state === 'unread') return false
    if (row?.seq === key.seq && !row.planned) await finish(tx, key, { ...row, seq: 0, held: false })
    return true
  })

/**
 * Looks again at what waits of a member, and asks again about mail that was put off: they have chosen until when it
 * waits, and what was decided before goes by what they had chosen.
 */
export async function lookAgain(tx: Executor, memberId: string, now: Date): Promise<void> {
  await withJob(
    sql`update notices set due_at = due_at where member_id = ${memberId} and waiting <> '{}'`,
    sql`${now}::timestamptz`,
  ).execute(tx)
  // Due from now on: asked twice, a mail that is on its way by then is not sent a second time.
  const { rows } = await sql<{ id: string; kind: string }>`
    update emails set requeued_at = ${now}
    where member_id = ${memberId} and state = 'queued' and requeued_at > ${now} and kind = any(${noticeMails}::text[])
    returning id, kind`.execute(tx)
  for (const { id, kind } of rows) await sql`select ${sendJob(id, kind)}`.execute(tx)
}

const noticeMails = Object.entries(mailKinds).flatMap(([kind, { class: of }]) => (of === 'notice' ? [kind] : []))

export const digestJobKey = (memberId: string): string => `digest ${memberId}`

/** A digest that waits for workers, or for a day that was chosen before, is not put off by what it has to say. */
async function addDigestJob(tx: Executor, memberId: string, runAt: Date): Promise<void> {
  const key = digestJobKey(memberId)
  const soonest = sql`least(${runAt}::timestamptz,
    (select run_at from graphile_worker.jobs where key = ${key} and locked_at is null))`
  await sql`select ${jobAdded('outreach.digest', { memberId }, { runAt: soonest, key })}`.execute(tx)
}

async function lock(tx: Executor, { memberId, event, about }: NoticeKey): Promise<Row | undefined> {
  // Every message to the member changes this row: a concurrent one sees what is decided here.
  if (event === ('message' satisfies NoticeEvent))
    await sql`select from inbox where member_id = ${memberId} and conversation_id = ${about} for no key update`.execute(
      tx,
    )
  const { rows } = await sql<Row>`
    select seq, planned, waiting, happened_at from notices
    where member_id = ${memberId} and event = ${event} and about = ${about} for no key update`.execute(tx)
  return rows[0]
}

async function finish(
  tx: Executor,
  { memberId, event, about }: NoticeKey,
  after: Pick<Row, 'seq' | 'planned' | 'waiting'> & { readonly held: boolean; readonly next?: Date | undefined },
): Promise<void> {
  const changed = sql`
    update notices set seq = ${after.seq}, planned = ${after.planned}, waiting = ${[...after.waiting]}, held = ${after.held}
    where member_id = ${memberId} and event = ${event} and about = ${about}`
  await (after.next ? withJob(changed, after.next) : changed).execute(tx)
}
