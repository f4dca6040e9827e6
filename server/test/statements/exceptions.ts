import type { Allowance } from './allowance.ts'

export interface Exception extends Allowance {
  /** A part of the statement's text. */
  readonly kind: string
  readonly reason: string
}

/** Statements that may read more than others, each with the rule that it may break, and by how much. */
export const exceptions: readonly Exception[] = [
  {
    kind: 'as sealed,',
    scans: ['reports', 'telegram_links', 'push_devices', 'payment_attempts', 'staff_totp'],
    reason: '`npm run keys -- rotate` and `list`: a command that reads every row with a sealed value, in batches',
  },
  {
    kind: 'count(*) filter (where j.is_available and j.run_at > now())',
    scans: ['_private_jobs'],
    rows: 20_000,
    reason: 'the jobs by task on the page of health, counted up to 20,000',
  },
  {
    kind: 'select j.id::text, t.identifier as task, j.attempts, j.last_error, j.updated_at from (select',
    scans: ['_private_jobs'],
    rows: 20_000,
    reason: 'the jobs that were given up, among the same 20,000',
  },
  {
    kind: 'select count(*)::int as count, min(m.created_at) as first, max(m.created_at) as last from conversations',
    rows: 2000,
    reason: 'what a member wrote in the term that they dispute: asked once, when a person opens the dispute',
  },
  {
    kind: 'where "d"."brand_id" = $n and "d"."state" = \'open\' order by "d"."due_at"',
    rows: 2000,
    reason: 'the open disputes of a brand, by due date: a few, and 500 are read at most',
  },
  {
    kind: 'select "m"."id", "m"."sender_id" from "messages" as "m" inner join "conversations" as "c"',
    rows: 4000,
    scans: ['conversations', 'messages'],
    reason: 'a message for a sample report, once while the demo is written',
  },
  {
    kind: 'select "id", "seq" from "messages" where "conversation_id" = $n and "id" in',
    rows: 4000,
    reason: 'messages attached to a report: one conversation, a few times an hour; an index would cost every message',
  },
  {
    kind: 'm.conversation_id = $n and m.id = any($n::uuid[])',
    rows: 4000,
    reason: 'the same where one case is shown',
  },
  {
    kind: 'm.conversation_id = $n and m.id = $n and m.sender_id = $n',
    rows: 4000,
    reason: 'the same where one message is reported, or hidden by a decision',
  },
  {
    kind: 'where "m"."conversation_id" = any($n::uuid[]) and "m"."id" = any($n::uuid[])',
    rows: 4000,
    reason: 'the same for a moderator, who looks at a page of reports',
  },
  {
    kind: 'and m.sender_id = $n and m.withdrawn_at is null and m.created_at >= $n ) or exists (select from plan_uses',
    rows: 2000,
    reason: 'whether a member wrote since a purchase: asked once, when they withdraw from it',
  },
  {
    kind: 'insert into clear_replies (member_id, conversation_id, seq, place)',
    rows: 4000,
    reason: 'the first message of each of two who both wrote: a conversation from its beginning until then, once',
  },
  {
    kind: 'from discovery_entries e where e.pool_id = $n and e.country = $n and e.gender = $n and e.seeks = $n and',
    rows: 2500,
    reason:
      'a search with filters that leave almost no one looks through its area, up to 1,000 it finds (docs/scale.md)',
  },
  {
    kind: 'update cases set claimed_by = $n, claimed_until = $n where brand_id = $n and id = ( select c.id from cases c',
    rows: 600,
    reason:
      'the next case of a moderator who may see none that waits, or has skipped all: reads what waits, in its order',
  },
  {
    kind: 'insert into active_months as a (brand_id, month, members, counted_at)',
    rows: 6000,
    reason: 'how many members of a brand were there this month, each evening; an index would be written at each visit',
  },
  {
    kind: 'select p.member_id, p.seen_at from member_presence p join members m on m.id = p.member_id where p.seen_at <=',
    scans: ['member_presence'],
    rows: 1000,
    reason:
      'who has left, once a minute: the table has only who is here now, and an index on the time would be written each minute',
  },
  {
    kind: 'delete from member_presence p where p.seen_at <=',
    scans: ['member_presence'],
    rows: 1000,
    reason: 'the same of members who were erased meanwhile',
  },
  {
    kind: 'select p.member_id from member_presence p join discovery_entries e on e.member_id = p.member_id join members m on m.id = p.member_id where p.arrived_at >',
    scans: ['member_presence'],
    rows: 1000,
    reason: 'the same of those who arrived in the last minutes',
  },
  {
    kind: 'delete from outbox where id = any(array( select id from outbox where retry_at is null or retry_at',
    scans: ['outbox'],
    reason: 'the next events: the table is emptied as it fills, and holds only what has not been delivered',
  },
  {
    kind: 'with part as ( select m.id, m.brand_id,',
    rows: 15_000,
    reason:
      'two measured claims, once a night: 2,000 members by key for each statement, with their photos and what they received by day',
  },
  {
    kind: 'from wallets w where w.member_id > $n and w.member_id <= $n',
    rows: 10_000,
    reason:
      'the check of the ledger by ranges of 2,000 members: what is in their wallets is the sum of all they ever moved',
  },
  {
    kind: 'from wallets w where w.member_id = any($n::uuid[]) )',
    rows: 5000,
    reason: 'the same of those whose credits moved since the night before, 500 members for each statement',
  },
  {
    kind: 'from "payment_attempts" where "granted_at" >= $n and "granted_at" < $n and "id" > $n and "id" <= $n',
    rows: 2000,
    reason:
      'the payments of a period, by their ids, which begin with the time: the command that compares them with the provider',
  },
  {
    kind: 'delete from graphile_worker._private_jobs where attempts >= max_attempts',
    scans: ['_private_jobs'],
    reason:
      'jobs that failed a month ago, once a night: the table belongs to the library and has only what is planned or has failed',
  },
  {
    kind: 'select distinct locked_by as id from graphile_worker',
    scans: ['_private_jobs'],
    rows: 10_000,
    reason:
      'jobs of workers that died before their first heartbeat: every half minute, of what is planned or has failed',
  },
  {
    kind: '"attempts", "last_error" from "emails" where "state" =',
    scans: ['emails'],
    reason: 'an operator lists mail that did not arrive: a command, for which an index would cost every mail',
  },
  {
    kind: 'select "id" from "emails" where "state" in',
    scans: ['emails'],
    rows: 20_000,
    reason: 'the same before all of it is sent again',
  },
  {
    kind: 'update "graphile_worker"._private_jobs as jobs set locked_at = null, locked_by = null where locked_by = any(worker_ids)',
    scans: ['_private_jobs'],
    rows: 10_000,
    reason: 'the jobs of a process that died, once',
  },
  {
    kind: 'with j as ( update "graphile_worker"._private_jobs as jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now()) where locked_at <',
    scans: ['_private_jobs'],
    rows: 10_000,
    reason: 'the library looks for jobs that were locked four hours ago, every ten minutes',
  },
  {
    kind: 'delete from "staff_links" where "expires_at" <=',
    scans: ['staff_links'],
    rows: 5000,
    reason: 'invitations that wait to be accepted, once an hour: a few',
  },
  {
    kind: 'select * from "audit_heads" order by "brand_id"',
    scans: ['audit_heads'],
    rows: 20,
    reason: 'one row for each brand, each night',
  },
  {
    kind: 'insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)',
    scans: ['refunds'],
    rows: 20_000,
    reason:
      'what happened at a brand in a day, by its indexes of times, once an hour; who of those who joined was refunded, in a hash of refunds, which are few',
  },
  {
    kind: 'with window_start as (select $n::timestamptz - $n * interval',
    rows: 20_000,
    reason: 'the mails of the last hours, by their index of times, a few times an hour',
  },
  {
    kind: 'from "audit_entries" as "e" where not exists (select "h"."seq" from "audit_heads"',
    scans: ['audit_entries', 'audit_heads'],
    rows: 7000,
    reason: 'whether an entry has lost its chain: `npm run audit:check` reads every entry anyway',
  },
  {
    kind: `and e.kind = 'renewal-notice' and e.props @> jsonb_build_object('subscription', s.id`,
    rows: 600,
    reason: 'renewals near their day without a notice, counted once a minute for the operator',
  },
  {
    kind: 'select * from (select metric, key, n, flow_id, source, campid, country, region, gender, currency, amount_minor from (',
    scans: ['refunds'],
    rows: 6000,
    reason: 'the rows that a figure of a day counts, listed for an operator by a command',
  },
  {
    kind: 'from kpi_days where brand_id = $n and day between $n::date and $n::date',
    rows: 2000,
    reason: 'adds up the figures of a period, which are made to be added up',
  },
  {
    kind: 'select count(*)::int as members from members where brand_id = $n and flow_id = $n',
    rows: 6000,
    reason: 'how many open accounts a draft of a flow concerns: by index alone, when a person looks at its changes',
  },
  {
    kind: 'delete from changed_texts t using members m',
    scans: ['changed_texts'],
    rows: 2000,
    reason: 'what texts were before, of cases that are decided: all of the few that wait, once a night',
  },
  {
    kind: '"e"."brand_id" = $n and "e"."at" >= $n and "e"."seq" >= $n order by "e"."seq" desc',
    rows: 6000,
    reason:
      'the audit from a day on: the entry at which the day begins was found by an index, and times only confirm it',
  },
  {
    kind: 'select state, count(*)::int as n from promotions where brand_id = $n',
    rows: 4000,
    reason: 'what became of one newsletter, counted by its index on the page of staff that shows it',
  },
  {
    kind: `select count(distinct v.email_id) filter (where v.kind = 'failed'`,
    rows: 20_000,
    reason: 'who of one newsletter bounced, complained or left, on the page of staff that shows it',
  },
  {
    kind: 'select source, state, count(*)::int as n from promotions where brand_id = $n and source = any($…)',
    rows: 400,
    reason: 'what three journeys sent in 30 days, on the page of staff that shows it',
  },
]

export const exceptionFor = (kind: string): Exception | undefined =>
  exceptions.find((exception) => kind.includes(exception.kind))
