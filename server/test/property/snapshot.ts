import type pg from 'pg'

const counted = [
  'members', 'member_emails', 'member_clickids', 'sessions', 'one_time_tokens', 'consents', 'signup_devices', 'reactions', 'visits', 'notifications', 'blocks', 'reports', 'member_events',
  'emails', 'ledger_transfers', 'conversations', 'messages', 'inbox', 'payment_attempts', 'payment_transitions', 'payment_webhooks', 'card_tokens', 'subscriptions',
] as const

const sql = `select ${counted.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')},
  (select coalesce(sum(messages), 0) || '/' || coalesce(sum(icebreakers), 0) || '/' || coalesce(sum(likes), 0) from wallets) as balances,
  (select md5(string_agg(m.id || m.clickid || m.email || coalesce(m.password_hash, '') || m.screen_name || m.gender || m.seeks || m.age_stated || m.about || m.looking_for || m.level || m.state || coalesce(m.region_id, 0)
    || coalesce(m.email_confirmed_at::text, ''), ',' order by m.id)) from members m) as members_are`

/** What a refused call must leave as it was: how many rows there are, what members have and who they are. */
export async function snapshot(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query({ name: 'snapshot', text: sql })
  return rows[0] as Record<string, unknown>
}
