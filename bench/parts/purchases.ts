import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import type { Person } from './people.ts'

export interface OpenOrder {
  readonly id: string
  readonly memberId: string
  readonly credits: number
  readonly minor: number
  readonly currency: string
}

const planOf = (id: string) => {
  const flow = checkedInFlows().of('local', '7')
  const plan = Object.values(flow.plans)
    .flat()
    .find((one) => one.id === id)
  if (!plan) throw new Error(`no plan ${id}`)
  return { flow, plan }
}

/** Orders of a pack, one for each member in turn, that wait for the card processor's webhook. */
export async function writeOpenOrders(pool: pg.Pool, people: readonly Person[], count: number): Promise<OpenOrder[]> {
  const { flow, plan } = planOf('messages-60')
  const orders = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    memberId: people[n % people.length]?.id ?? '',
    credits: plan.credits,
    minor: plan.totalMinor,
    currency: plan.currency,
  }))
  await pool.query(
    `insert into payment_attempts (id, brand_id, member_id, order_key, provider, connection, flow_id, flow_version, plan_id, plan,
       amount_minor, currency, state, created_at, updated_at, accepts, site_origin)
     select id, 'local', member_id, gen_random_uuid(), 'adyen', 'adyen', $3, $4, $5, $6, $7, $8, 'processing', now(), now(),
       '{"renewal": false, "immediateStart": true, "textVersion": "bench"}', 'http://localhost'
     from unnest($1::uuid[], $2::uuid[]) as orders (id, member_id)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ memberId }) => memberId),
      flow.id,
      flow.version,
      plan.id,
      JSON.stringify(plan),
      plan.totalMinor,
      plan.currency,
    ],
  )
  await pool.query(
    `insert into payment_transitions (attempt_id, n, from_state, to_state, cause, created_at)
     select id, 1, 'submitting', 'processing', 'charge', now() from unnest($1::uuid[]) as orders (id)`,
    [orders.map(({ id }) => id)],
  )
  return orders
}

/** Plans of three months whose renewal is due now and was announced in time, one for each member. */
export async function writeDueTerms(pool: pg.Pool, people: readonly Pick<Person, 'id'>[]): Promise<void> {
  const { flow, plan } = planOf('plan-3m')
  const ids = people.map(({ id }) => id)
  await pool.query(
    `insert into card_tokens (member_id, id, connection, token, card_brand, last4, created_at)
     select id, id, 'adyen', 'card of ' || id, 'visa', '1111', now() from unnest($1::uuid[]) as members (id)`,
    [ids],
  )
  await pool.query(
    `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, card_token_id, started_at,
       period_start, period_end, notice_due_at, notice_sent_at, next_try_at, anchored_at, site_origin)
     select gen_random_uuid(), 'local', id, $2, $3, $4, $5, 'active', true, id, ended - interval '90 days', ended - interval '90 days',
       ended, ended - interval '31 days', ended - interval '31 days', ended, ended - interval '90 days', 'http://localhost'
     from unnest($1::uuid[]) as members (id), date_trunc('milliseconds', now() - interval '1 second') as ended`,
    [ids, plan.id, JSON.stringify(plan), flow.id, flow.version],
  )
  await pool.query(
    `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, state, created_at, sent_at)
     select uuidv7(), 'local', member_id, 'renewal-notice', member_id || '@bench.example', 'it',
       jsonb_build_object('subscription', id, 'total', to_char((plan->>'totalMinor')::integer / 100.0, 'FM999990.00'),
         'renewsAt', to_char(period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       'sent', notice_sent_at, notice_sent_at
     from subscriptions where member_id = any ($1::uuid[])`,
    [ids],
  )
  await pool.query(
    `update members set level = 2, level_until = (select period_end from subscriptions where member_id = members.id)
     where id = any ($1::uuid[])`,
    [ids],
  )
  await pool.query('analyze')
}
