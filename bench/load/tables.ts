import pg from 'pg'
import { TableWriter } from './table-writer.ts'

/** The loaded tables with their columns, in the order in which rows are written. */
const columns = {
  members:
    'id, brand_id, pool_id, clickid, email, password_hash, screen_name, gender, seeks, age_stated, age_stated_on, country, region_id, city_id, locale, about, looking_for, height_cm, level, flow_id, flow_version, source, state, email_confirmed_at, welcome_gift_shown_at, last_active_at, created_at, deletion_due_at',
  member_emails: 'brand_id, email, member_id',
  member_clickids: 'brand_id, clickid, member_id',
  member_presence: 'member_id, arrived_at, seen_at',
  discovery_entries:
    'pool_id, country, region_id, city_id, member_id, gender, seeks, is_new, active_at, created_at, born_on, height_cm, intent, has_words',
  onboarding: 'member_id, skipped',
  phone_numbers: 'member_id, number, shown_to, changed_at',
  phone_views: 'member_id, viewer_id, first_at, last_at',
  member_photos: 'member_id, id, storage_key, state, is_default, created_at',
  photo_uploads: 'member_id, id, size_bytes, received, photo_id, created_at',
  photo_upload_parts: 'member_id, upload_id, starts_at, bytes',
  member_devices: 'member_id, device_hash, first_seen_at, last_seen_at, brand_id, browser_hash, network',
  member_events: 'member_id, id, kind, other_id, created_at',
  sessions: 'token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at',
  one_time_tokens: 'token_hash, purpose, brand_id, member_id, email, expires_at, used_at, created_at',
  external_identities: 'brand_id, issuer, subject, member_id, email, linked_at',
  account_changes: 'member_id, id, change, made_by, reason, created_at',
  consents: 'member_id, id, kind, granted, text_version, locale, given_at',
  emails: 'id, brand_id, member_id, kind, to_address, locale, props, state, attempts, created_at, sent_at',
  mail_suppressions: 'brand_id, list, address_hash, member_id, source, created_at',
  invitations: 'brand_id, token_hash, email, expires_at, used_at, created_at',
  signup_devices: 'brand_id, signal_hash, email_hash, seen_at',
  wallets: 'member_id, brand_id, messages, icebreakers, likes',
  credit_refills: 'member_id, account, due_at',
  ledger_transfers: 'member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at',
  conversations: 'id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at',
  messages:
    'conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at, media',
  message_media: 'id, sender_id, conversation_id, seq, kind, storage_key, width, height, thumbhash, created_at',
  inbox: 'member_id, conversation_id, other_id, last_seq, last_at, unread, read_seq, other_read_seq',
  drafts: 'member_id, other_id, body, updated_at',
  system_messages: 'member_id, conversation, seq, id, kind, facts, created_at',
  system_inbox: 'member_id, conversation, last_seq, last_at, read_seq',
  notices: 'member_id, event, about, seq, planned, waiting, happened_at, due_at',
  reactions: 'member_id, other_id, kind, created_at',
  visits: 'member_id, other_id, last_at',
  notifications: 'member_id, id, kind, actor_id, answers_like, created_at, read_at',
  blocks: 'member_id, other_id, made_by_me, created_at',
  reports:
    'id, brand_id, reporter_id, reported_id, reason, body, message_ids, state, created_at, decided_at, decided_by, decision',
  moderation_decisions: 'brand_id, id, subject, subject_id, verdict, reason, made_by, created_at',
  reviews:
    'id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at, decided_at',
  subscriptions:
    'id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, notice_sent_at, notice_due_at, next_try_at, anchored_at, card_token_id',
  card_tokens: 'member_id, id, connection, token, card_brand, last4, created_at',
  payment_attempts:
    'id, brand_id, member_id, order_key, provider, connection, flow_id, flow_version, plan_id, plan, amount_minor, currency, state, provider_ref, subscription_id, created_at, updated_at, granted_at, term_start, term_end',
  payment_transitions: 'attempt_id, n, from_state, to_state, cause, created_at',
  payment_webhooks: 'connection, event_id, body, received_at, processed_at',
  affiliate_imports: 'brand_id, reference, kind, campaign, page_type, attempt_id, member_id, created_at',
  refunds:
    'id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at, provider_ref',
  limit_counters: 'bucket, window_start, hits',
} as const

export type LoadedTable = keyof typeof columns
export type Tables = Readonly<Record<LoadedTable, TableWriter>>

/** Opens a COPY for each table; all of them run concurrently. */
export async function openTables(url: string): Promise<Tables> {
  const opened = await Promise.all(
    Object.entries(columns).map(async ([table, list]) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return [table, new TableWriter(client, table, list)] as const
    }),
  )
  return Object.fromEntries(opened) as Tables
}
