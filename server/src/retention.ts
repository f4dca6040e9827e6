import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'
import { analyzeWhole, countMonthsAhead, makeMonths, onConnection } from './platform/partitions.ts'
import { applyRetention, type RetentionRules } from './platform/retention.ts'

declare module './platform/jobs.ts' {
  interface Jobs {
    retention: Record<never, never>
    'make-months': Record<never, never>
  }
}

const member = { kind: 'member' } as const
const fixed = { kind: 'fixed' } as const
const law = (why: string) => ({ kind: 'law', why }) as const
const sweep = (job: string) => ({ kind: 'sweep', job }) as const
const age = (column: string, days: number, why: string) => ({ kind: 'age', column, days, why }) as const
/** With the month of its end, no row is older than 400 days. */
const month = (why: string) => ({ kind: 'month', column: 'created_at', days: 369, why }) as const

/** The retention rule of every table. ARCHITECTURE.md lists the same, and a test compares both with the schema. */
export const retentionRules: RetentionRules = {
  account_changes: member,
  affiliate_imports: age('created_at', 400, 'a campaign is compared with that of the year before'),
  age_checks: member,
  answers_by_day: sweep('insight-measure'),
  blocks: member,
  card_tokens: member,
  claim_figures: fixed,
  clear_replies: member,
  concierge_exchanges: age('asked_at', 90, 'a question about the service is not asked again after months'),
  consents: law('evidence of what was agreed to'),
  conversations: member,
  credit_refills: member,
  data_exports: sweep('data-export-remove'),
  demo_installations: fixed,
  discovery_entries: member,
  disputes: law('books of what was sold'),
  drafts: member,
  emails: month('a renewal reminder is asked for until its term is over'),
  erasures: member,
  external_identities: member,
  former_emails: sweep('accounts-sweep'),
  geo_cities: fixed,
  geo_regions: fixed,
  hidden_messages: member,
  inbox: member,
  installation_secrets: fixed,
  invitations: sweep('identity-sweep'),
  invoice_series: fixed,
  invoices: law('books of what was sold'),
  job_workers: sweep('signs of life'),
  kpi_events: month('read for a year at most'),
  ledger_checks: fixed,
  ledger_transfers: law('books of what was sold'),
  legal_holds: member,
  limit_counters: sweep('identity-sweep'),
  mail_suppressions: law('nobody is written to again by accident'),
  measured_days: sweep('insight-measure'),
  member_clickids: member,
  member_devices: sweep('accounts-sweep'),
  member_emails: member,
  member_events: month('read for a year at most'),
  member_photos: member,
  member_presence: sweep('members-end-presence'),
  members: member,
  message_media: member,
  message_notices: member,
  message_reactions: member,
  messages: member,
  moderation_decisions: law('the statement of reasons can be disputed'),
  notifications: age('created_at', 180, 'nobody goes back further in the list'),
  onboarding: member,
  one_time_tokens: sweep('identity-sweep'),
  outbox: sweep('the relay'),
  passkeys: member,
  password_guesses: sweep('identity-sweep'),
  payment_attempts: law('books of what was sold'),
  payment_transitions: law('books of what was sold'),
  payment_webhooks: age('received_at', 400, 'a dispute is opened within a year'),
  phone_numbers: member,
  phone_views: member,
  photo_upload_parts: sweep('photos-sweep-uploads'),
  photo_uploads: sweep('photos-sweep-uploads'),
  photo_verifications: member,
  plan_prices: fixed,
  profile_choices: member,
  profile_prompts: member,
  reactions: member,
  received_by_day: sweep('insight-measure'),
  refill_progress: fixed,
  refunds: law('books of what was sold'),
  reports: law('the decision can be disputed'),
  reviews: member,
  saved_searches: member,
  schema_migrations: fixed,
  search_settings: member,
  server_keys: fixed,
  sessions: sweep('identity-sweep'),
  signup_devices: sweep('identity-sweep'),
  subscriptions: law('books of what was sold'),
  system_inbox: member,
  system_messages: member,
  used_tokens: sweep('identity-sweep'),
  visits: age('last_at', 365, 'who looked a year ago interests nobody'),
  wallets: member,
}

/** The nightly jobs that delete what is too old, and add the months to come. */
export function createRetention({
  db,
  pool,
  log,
  clock,
}: {
  readonly db: Database
  readonly pool: pg.Pool
  readonly log: Log
  readonly clock: () => Date
}): Module {
  return {
    jobs: {
      async retention() {
        const { rows, partitions } = await applyRetention({ db, pool }, retentionRules, clock())
        const failed = await deleteFailedJobs(db, clock())
        if (failed > 0) log.warn({ failed }, 'jobs that failed for the last time a month ago are gone')
        if (Object.keys(rows).length > 0 || partitions.length > 0)
          log.info({ rows, partitions }, 'rows that were too old are gone')
      },
      async 'make-months'() {
        const months = await onConnection(pool, (client) => makeMonths(client, clock()))
        if (months.length > 0) log.info({ months }, 'the partitions of further months are there')
        await analyzeWhole(pool)
      },
    },
    crontab: ['53 1 * * * retention ?queue=nightly', '13 1 * * * make-months ?queue=nightly'],
    vitals: { monthsAhead: () => countMonthsAhead(pool, clock()) },
  }
}

/** Their payloads name members; an operator has had a month to look at the error. */
const failedJobsDays = 30

/** Jobs that have failed for the last time are never tried again, and the library keeps them. */
async function deleteFailedJobs(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - failedJobsDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
