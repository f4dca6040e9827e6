import { sql, type RawBuilder } from 'kysely'
import { endedReasons } from '#modules/outreach/index.ts'

/*
 * What the figures are made of. Each source lists rows of a brand in a day, one a fact, with what a figure is divided
 * by; a figure is how many there are. Sample members and what they do are no part of any, except in a demo.
 */

/** A day of a brand. */
export interface Period {
  readonly brandId: string
  readonly day: string
  readonly from: Date
  readonly until: Date
  /** Counts sample members too: in a demo. */
  readonly samples: boolean
}

/** A row that a figure counts. */
export interface Fact {
  readonly metric: string
  /** Id of the row: of a member, a payment, an email … */
  readonly key: string
  /** How many it stands for: visits are stored as counts. */
  readonly n: number
  readonly flow_id: string
  readonly source: string
  readonly campid: string
  readonly country: string
  /** Where the member lives, as `IT/12`: the country and the id of the region. */
  readonly region: string
  readonly gender: string
  /** Empty for what has no amount. */
  readonly currency: string
  readonly amount_minor: number
}

/** Sample members are of a demo only, whose figures are those of them. */
const counted = ({ samples }: Period): RawBuilder<boolean> =>
  samples ? sql<boolean>`true` : sql<boolean>`m.sample is null`

type Source = (period: Period) => RawBuilder<Fact>

/** What a figure is divided by, of the member `m`; empty where it has none. */
const who = sql`coalesce(m.source, '') as source, coalesce(m.campid, '') as campid, coalesce(m.country, '') as country,
  coalesce(m.country || '/' || m.region_id, '') as region, coalesce(m.gender, '') as gender`
const ofMember = sql`coalesce(m.flow_id, '') as flow_id, ${who}`
const noAmount = sql`1 as n, '' as currency, 0 as amount_minor`

const within = (column: RawBuilder<unknown>, { from, until }: Period): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${from} and ${column} < ${until}`

/** A conversation that `m` began, before a moment. */
const begun = (side: 'low_id' | 'high_id', more: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from conversations e join messages f on f.conversation_id = e.id and f.seq = 1
  where e.${sql.ref(side)} = m.id and f.sender_id = m.id and ${more})`
const begunAny = (more: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${begun('low_id', more)} or ${begun('high_id', more)})`

/**
 * What a member says is wrong: a request to the support about payments, the service or safety, a report of another
 * member, a dispute at the bank, a mail marked as unwanted. Questions about anything else are none (decision 058).
 */
const complained = sql<boolean>`(
  exists (select from tickets t where t.member_id = m.id and t.topic in ('payments', 'service', 'safety'))
  or exists (select from reports r where r.reporter_id = m.id)
  or exists (select from disputes d where d.member_id = m.id)
  or exists (select from mail_events o where o.member_id = m.id and o.kind = 'complained'))`

/** Whether the refund `r` takes back what counted as a payment: money that granted nothing never did. */
const refundsSale = sql<boolean>`(r.state in ('accepted', 'refunded')
  and (select a.granted_at from payment_attempts a where a.id = r.attempt_id) is not null)`

/** Sign-ups, and how far those who signed up then have come until now. A withdrawal is one whatever became of its refund. */
const signUps: Source = (period) => sql`
  select v.metric, m.id::text as key, ${ofMember}, ${noAmount}
  from members m cross join lateral (values ('sign_ups', true),
    ('funnel_confirmed', m.email_confirmed_at is not null),
    ('funnel_photo', exists (select from member_photos p where p.member_id = m.id)),
    ('funnel_first_message', ${begunAny(sql`true`)}),
    ('funnel_first_reply', ${begunAny(sql`e.low_wrote and e.high_wrote`)}),
    ('funnel_payment', exists (
      select from payment_attempts a where a.member_id = m.id and a.granted_at is not null and a.amount_minor > 0)),
    ('funnel_refund', exists (
      select from refunds r where r.member_id = m.id and ${refundsSale})),
    ('funnel_withdrawal', exists (select from refunds r where r.member_id = m.id and r.reason = 'withdrawal')),
    ('funnel_complaint', ${complained})
  ) v(metric, reached)
  where m.brand_id = ${period.brandId} and ${counted(period)} and v.reached and ${within(sql`m.created_at`, period)}`

/** Figures of the day of the sign-up: how many of those members have come so far, whenever it was. */
export const isOfSignUps = (metric: string): boolean => metric === 'sign_ups' || metric.startsWith('funnel_')

const confirmations: Source = (period) => sql`
  select 'confirmations' as metric, m.id::text as key, ${ofMember}, ${noAmount} from members m
  where m.brand_id = ${period.brandId} and ${counted(period)} and ${within(sql`m.email_confirmed_at`, period)}`

/** Members' first photos, of those that are there. */
const photos: Source = (period) => sql`
  select 'photos' as metric, p.id::text as key, ${ofMember}, ${noAmount}
  from member_photos p join members m on m.id = p.member_id
  where m.brand_id = ${period.brandId} and ${counted(period)} and ${within(sql`p.created_at`, period)}
    and not exists (select from member_photos e where e.member_id = p.member_id and e.created_at < p.created_at)`

/** The first conversation that a member began, and whether it was answered until now. */
const conversations: Source = (period) => sql`
  select v.metric, c.id::text as key, ${ofMember}, ${noAmount}
  from conversations c join messages g on g.conversation_id = c.id and g.seq = 1 join members m on m.id = g.sender_id
  cross join lateral (values ('first_messages', true), ('first_replies', c.low_wrote and c.high_wrote)) v(metric, reached)
  where m.brand_id = ${period.brandId} and ${counted(period)} and v.reached and ${within(sql`c.created_at`, period)}
    and not ${begunAny(sql`(e.created_at, e.id) < (c.created_at, c.id)`)}`

/** Every conversation that began, and whether it was answered until now. */
const allConversations: Source = (period) => sql`
  select v.metric, c.id::text as key, ${ofMember}, ${noAmount}
  from conversations c join messages g on g.conversation_id = c.id and g.seq = 1 join members m on m.id = g.sender_id
  cross join lateral (values ('conversations', true), ('conversations_answered', c.low_wrote and c.high_wrote)) v(metric, reached)
  where m.brand_id = ${period.brandId} and ${counted(period)} and v.reached and ${within(sql`c.created_at`, period)}`

/** Payments by the time they were granted; those of nothing are age checks. */
const payments: Source = (period) => sql`
  select v.metric, a.id::text as key, a.flow_id, ${who}, 1 as n, a.currency::text as currency, a.amount_minor
  from payment_attempts a left join members m on m.id = a.member_id
  cross join lateral (values ('payments', true), ('renewals', a.renewal_of is not null),
    ('first_payments', not exists (
      select from payment_attempts e where e.member_id = a.member_id and e.amount_minor > 0 and e.granted_at < a.granted_at))
  ) v(metric, reached)
  where a.brand_id = ${period.brandId} and a.amount_minor > 0 and v.reached and ${counted(period)}
    and ${within(sql`a.granted_at`, period)}`

const refunds: Source = (period) => sql`
  select 'refunds' as metric, r.id::text as key, ${ofMember}, 1 as n, r.currency::text as currency, r.amount_minor
  from refunds r left join members m on m.id = r.member_id
  where r.brand_id = ${period.brandId} and ${refundsSale} and ${counted(period)}
    and ${within(sql`r.created_at`, period)}`

/** Disputes by the day on which they were opened, with the amount of the purchase. */
const disputes: Source = (period) => sql`
  select 'disputes' as metric, a.id::text as key, ${ofMember}, 1 as n, a.currency::text as currency, a.amount_minor
  from disputes d join payment_attempts a on a.id = d.attempt_id left join members m on m.id = d.member_id
  where d.brand_id = ${period.brandId} and ${counted(period)} and ${within(sql`d.opened_at`, period)}`

/** Cases of the moderators by the day on which they came; by that of the decision, and how soon it was made. */
const cases: Source = (period) => sql`
  select v.metric, c.id::text as key, ${ofMember}, ${noAmount}
  from cases c left join members m on m.id = c.member_id
  cross join lateral (values ('cases_opened', c.opened_at, true), ('cases_decided', c.decided_at, true),
    ('cases_in_time', c.decided_at, c.decided_at <= c.due_at),
    ('cases_within_hour', c.decided_at, c.decided_at < c.opened_at + interval '1 hour'),
    ('cases_within_day', c.decided_at, c.decided_at < c.opened_at + interval '1 day')) v(metric, at, reached)
  where c.brand_id = ${period.brandId} and ${counted(period)} and c.kind <> 'sample' and v.reached
    and (${within(sql`c.opened_at`, period)} or ${within(sql`c.decided_at`, period)}) and ${within(sql`v.at`, period)}`

/** Terms that ended and were not followed by another. */
const churn: Source = (period) => sql`
  select 'churn' as metric, s.id::text as key, ${ofMember}, ${noAmount}
  from subscriptions s left join members m on m.id = s.member_id
  where s.brand_id = ${period.brandId} and s.state = 'ended' and ${counted(period)}
    and ${within(sql`coalesce(s.grace_until, s.period_end)`, period)}
    and not exists (
      select from subscriptions n where n.member_id = s.member_id and n.id <> s.id and n.started_at > s.started_at
        and n.started_at <= coalesce(s.grace_until, s.period_end))`

/** A mail leaves within two days, or not at all. */
const mailSent: Source = (period) => sql`
  select 'mail_sent' as metric, e.id::text as key, ${ofMember}, ${noAmount}
  from emails e left join members m on m.id = e.member_id
  where e.brand_id = ${period.brandId} and ${counted(period)} and ${within(sql`e.sent_at`, period)}
    and e.created_at >= ${period.from}::timestamptz - interval '3 days' and e.created_at < ${period.until}`

/** A refusal for now, or for what we send, is one whether the mail is tried on or not. */
const mailOutcomes: Source = (period) => sql`
  select v.metric, o.id::text as key, ${ofMember}, ${noAmount}
  from mail_events o left join members m on m.id = o.member_id
  cross join lateral (values
    (case when o.kind = 'failed' and o.class = 'hard' then 'mail_bounced' else 'mail_' || o.kind end, o.kind <> 'delayed'),
    ('mail_soft', o.class = 'soft'), ('mail_refused', o.class = 'policy')) v(metric, reached)
  where o.brand_id = ${period.brandId} and v.reached and ${counted(period)} and ${within(sql`o.created_at`, period)}`

/**
 * What became of the notifications of a day on other channels: `push_sent`, `telegram_failed` …; of those that failed,
 * whose device or chat there is no more.
 */
const notifications: Source = (period) => sql`
  select v.metric, d.id::text as key, ${ofMember}, ${noAmount}
  from deliveries d join members m on m.id = d.member_id
  cross join lateral (values (d.channel || '_' || d.state, true),
    (d.channel || '_gone', d.state = 'failed' and d.reason = any(${[...endedReasons]}))) v(metric, reached)
  where v.reached and m.brand_id = ${period.brandId} and ${counted(period)} and d.state in ('sent', 'failed', 'withheld')
    and ${within(sql`d.created_at`, period)}`

/** What browsers reported of members who allow measuring. */
const events: Source = (period) => sql`
  select 'event_' || k.name as metric, k.id::text as key, k.flow_id, ${who}, ${noAmount}
  from kpi_events k join members m on m.id = k.member_id
  where k.brand_id = ${period.brandId} and ${counted(period)} and ${within(sql`k.created_at`, period)}`

/** Visits are counted by day as they come. */
const visits: Source = ({ brandId, day }) => sql`
  select 'visits' as metric, v.entry as key, v.flow_id, v.source, v.campid, v.country, '' as region, '' as gender,
    v.visits as n, '' as currency, 0 as amount_minor
  from visit_days v
  where v.brand_id = ${brandId} and v.day = ${day}::date`

const sources: readonly Source[] = [
  signUps,
  confirmations,
  photos,
  conversations,
  allConversations,
  payments,
  refunds,
  disputes,
  cases,
  churn,
  mailSent,
  mailOutcomes,
  notifications,
  events,
  visits,
]

const columns = sql`metric, key, n, flow_id, source, campid, country, region, gender, currency, amount_minor`

const together = (period: Period, parts: readonly Source[]): RawBuilder<Fact> =>
  sql<Fact>`${sql.join(
    parts.map((source) => sql`select ${columns} from (${source(period)}) part`),
    sql` union all `,
  )}`

/** Every fact of a period, as rows of SQL. */
export const factsOf = (period: Period): RawBuilder<Fact> => together(period, sources)

/** The facts of a period among which those of this figure are. */
export const factsFor = (period: Period, metric: string): RawBuilder<Fact> =>
  isOfSignUps(metric) ? together(period, [signUps]) : factsOf(period)
