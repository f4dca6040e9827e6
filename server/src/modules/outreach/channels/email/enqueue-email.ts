import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { jobAdded } from '#platform/jobs/jobs.ts'
import { mailKinds } from './mail-kinds.ts'
import { planBesideMail } from '../../rules/plan.ts'
import { noticeRules } from '../../rules/table.ts'
import { conversationOfEmail, type EmailedKind, type SystemMessageFacts } from '../system/kinds.ts'
import { postSystemMessage } from '../system/post.ts'
import type { Email } from './email.ts'

/**
 * Queues an email in the caller's transaction, so that it is sent exactly if the transaction commits. Kinds that the
 * member should also find in the product are written into their system conversation.
 */
export type EnqueueEmail = (tx: Executor, email: Email) => Promise<void>

export const emailQueue =
  (clock: () => Date): EnqueueEmail =>
  async (tx, email) => {
    await enqueueEmail(tx, email, clock())
  }

/** @returns the email's id */
export async function enqueueEmail(tx: Executor, email: Email, at: Date): Promise<string> {
  const id = email.id ?? newId()
  await sql`
    with email as (
      insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
      values (${id}, ${email.brandId}, ${email.memberId}, ${email.kind}, ${email.to}, ${email.locale},
        ${JSON.stringify(email.props)}::jsonb, ${at}))
    select ${sendJob(id, email.kind)}`.execute(tx)
  const { event } = mailKinds[email.kind]
  if (
    email.memberId !== null &&
    event !== null &&
    event !== 'test' &&
    event !== 'digest' &&
    noticeRules[event].about === 'mail'
  )
    await planBesideMail(tx, { memberId: email.memberId, event, about: id, at })
  await postSystemMessageOf(tx, email, at)
  return id
}

/** Writes what an email says into its system conversation, if it has one: instead of it where no address is confirmed. */
export async function postSystemMessageOf(tx: Executor, email: Email, at: Date): Promise<void> {
  const conversation = conversationOfEmail(email.kind)
  if (conversation === undefined || email.memberId === null) return
  const { link: _, ...facts } = email.props as { link?: string }
  await postSystemMessage(tx, {
    memberId: email.memberId,
    conversation,
    kind: email.kind as EmailedKind,
    facts: facts as SystemMessageFacts[EmailedKind],
    at,
  })
}

/** Sent to many members at about the same time: a new password does not wait behind them. */
const bulk: ReadonlySet<string> = new Set<Email['kind']>([
  'new-message',
  'new-invite',
  'new-like',
  'new-match',
  'new-visit',
  'notice-digest',
  'renewal-notice',
  'absence-reminder',
  'ended-by-absence',
  'newsletter',
  'journey-no-photo',
  'journey-no-first-message',
  'journey-lapsed',
])

export const isBulk = (kind: string): boolean => bulk.has(kind)

/** Adds the job that sends an email, in place of one that waits. */
export const sendJob = (
  emailId: string,
  kind: string,
  { runAt, hasPlace }: { readonly runAt?: Date; readonly hasPlace?: true } = {},
) =>
  jobAdded(
    'outreach.send_email',
    { emailId, ...(hasPlace && { hasPlace }) },
    { key: `email ${emailId}`, urgent: !isBulk(kind), ...(runAt && { runAt }) },
  )

/**
 * Adds a job for waiting emails without one: it was lost, deleted manually or by restoring a backup, or has used up its
 * attempts with processes that were killed.
 */
export async function requeueLost(executor: Executor, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, kind from emails where state = 'queued' and created_at < ${now}::timestamptz - interval '2 minutes'
      and not exists (select from graphile_worker.jobs where key = 'email ' || emails.id
        and (locked_by is not null or attempts < max_attempts)) order by created_at limit 1000`.execute(executor)
  for (const { id, kind } of rows) await sql`select ${sendJob(id, kind)}`.execute(executor)
}

/** Age of the oldest email that waits, in seconds; 0 if there is none. */
export async function oldestWaiting(executor: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(coalesce(requeued_at, created_at))), 0)::float8 as seconds
    from emails where state = 'queued'`.execute(executor)
  return Math.round(rows[0]?.seconds ?? 0)
}
