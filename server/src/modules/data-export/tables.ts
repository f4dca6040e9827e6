import { isNotificationShown } from '../activity/index.ts'

/*
 * Which columns of each table are the member's own data, by the name of their file. Every table is in one of the two lists;
 * server/test/retention.test.ts compares them with the schema. Hashes, keys and tokens are never exported.
 */

export interface ExportedTable {
  /** The table, if the file has another name. */
  readonly table?: string
  /** The column that references the member. */
  readonly owner: string
  /** Unique sort order among a member's rows. */
  readonly key: string
  readonly columns: readonly string[]
  /** What is exported besides the columns: SQL expressions by their names. */
  readonly also?: Readonly<Record<string, string>>
  readonly where?: string
}

/** The names of a place, which is stored by its ids. */
const place = (table: string): Pick<ExportedTable, 'also'> => ({
  also: {
    region: `(select name from geo_regions where id = ${table}.region_id)`,
    city: `(select name from geo_cities where id = ${table}.city_id)`,
  },
})

const table = (key: string, columns: string, more: Partial<ExportedTable> = {}): ExportedTable => ({
  owner: 'member_id',
  key,
  columns: columns.split(' '),
  ...more,
})

/** What was entered in the contact form. */
const ofContact = (field: string): string => `case kind when 'contact' then props ->> '${field}' end`

export const exportedTables: Readonly<Record<string, ExportedTable>> = {
  members: table(
    'id',
    'id brand_id clickid email screen_name gender seeks age_stated age_stated_on country region_id city_id locale about looking_for hair_color height_cm weight_kg level level_until flow_id source campid email_confirmed_at verified_at verified_by welcome_gift_shown_at last_active_at created_at is_hidden hides_last_seen hides_visits first_messages_from home_changes gender_changes',
    { owner: 'id', ...place('members') },
  ),
  profile_choices: table('member_id', 'intent interests intent_since interests_since prompts_since'),
  profile_prompts: table('place', 'place prompt answer'),
  onboarding: table('member_id', 'skipped'),
  phone_numbers: table('member_id', 'number shown_to changed_at'),
  // Who saw the member's number (decision 020), and whose numbers the member saw.
  phone_views: table('viewer_id', 'viewer_id first_at last_at'),
  phone_numbers_seen: table('member_id', 'member_id first_at last_at', { table: 'phone_views', owner: 'viewer_id' }),
  search_settings: table('member_id', 'filters is_suggested region_id city_id', place('search_settings')),
  saved_searches: table('id', 'name filters region_id city_id seen_at created_at', place('saved_searches')),
  member_photos: table('id', 'id state is_default position refusal decided_at created_at'),
  photo_verifications: table('member_id', 'photo_id gesture state refusal asked_at sent_at decided_at'),
  reviews: table('id', 'author_name author_age stars body locale state refusal created_at decided_at'),
  drafts: table('other_id', 'other_id body updated_at'),
  reactions: table('other_id', 'other_id kind created_at'),
  visits: table('other_id', 'other_id last_at'),
  // Those that the app shows: it names no one who hides their visits or their profile, blocked the member or left.
  notifications: table('id', 'kind actor_id prompt created_at read_at', {
    where: `exists (select from members m where m.id = notifications.actor_id and ${isNotificationShown('notifications', 'm')})`,
  }),
  // A block set by another member is their data.
  blocks: table('other_id', 'other_id created_at', { where: 'made_by_me' }),
  reports: table('id', 'reported_id reason body state created_at', { owner: 'reporter_id' }),
  system_messages: table('id', 'conversation kind facts created_at'),
  concierge_exchanges: table('seq', 'seq question answer state asked_at'),
  // Only what the member wrote to the support themselves: other emails contain links that sign in.
  emails: table('id', 'kind to_address locale created_at sent_at', {
    also: { topic: ofContact('topic'), message: ofContact('message') },
  }),
  consents: table('id', 'kind granted text_version locale given_at'),
  account_changes: table('id', 'change made_by reason created_at'),
  former_emails: table('email', 'email changed_at kept_until'),
  mail_suppressions: table('list', 'list source created_at'),
  sessions: table('id', 'device created_at last_seen_at expires_at'),
  member_devices: table('device_hash', 'first_seen_at last_seen_at'),
  passkeys: table('id', 'name transports backed_up created_at last_used_at'),
  external_identities: table('subject', 'issuer email linked_at last_used_at'),
  member_clickids: table('clickid', 'clickid'),
  member_events: table('id', 'kind other_id detail created_at'),
  kpi_events: table('id', 'name value level flow_id created_at'),
  wallets: table('member_id', 'messages icebreakers likes'),
  credit_refills: table('account', 'account due_at'),
  ledger_transfers: table('id', 'id from_account to_account amount created_at'),
  subscriptions: table(
    'id',
    'plan_id plan next_plan state renews started_at period_start period_end cancelled_at notice_sent_at grace_until',
  ),
  payment_attempts: table(
    'id',
    'id provider plan_id plan amount_minor currency state refunded_minor created_at updated_at granted_at term_start term_end term_resumes_at change_of credit_minor replaced_by credited_minor withdrawn_at return_to',
  ),
  affiliate_imports: table('reference', 'reference kind campaign page_type attempt_id created_at'),
  age_checks: table('member_id', 'result method checked_at'),
  refunds: table('id', 'attempt_id reason amount_minor currency credits state created_at'),
  disputes: table('attempt_id', 'attempt_id state credits unused_ms used_minor currency opened_at updated_at'),
  invoices: table(
    'issued_at',
    'year kind number attempt_id country vat_per_mille total_minor vat_minor currency seller issued_at',
  ),
  card_tokens: table('id', 'card_brand last4 created_at removed_at'),
}

const installation = 'of the installation, names no member'
const process = 'how the program works, gone in a moment'
const secret = 'hashes and tokens only'

/** Why a table is not exported. */
export const notExported: Readonly<Record<string, string>> = {
  answers_by_day: installation,
  claim_figures: installation,
  measured_days: installation,
  received_by_day:
    'counts of the likes and messages in reactions.json and conversations.json, for the figures of a brand',
  conversations: 'in conversations.json',
  data_exports: 'the archive itself',
  demo_installations: installation,
  discovery_entries: 'a copy of columns of members, for the list',
  erasures: 'an account that is being erased has no owner who could ask',
  geo_cities: installation,
  geo_regions: installation,
  inbox: 'in conversations.json',
  invoice_series: installation,
  installation_secrets: installation,
  invitations: 'to an address, before there was an account',
  job_workers: process,
  ledger_checks: installation,
  legal_holds: 'kept for an authority, which says what the member may know',
  limit_counters: process,
  member_emails: 'the address stands in members.json',
  member_presence: 'last_active_at of members.json, kept apart',
  message_media: 'in conversations.json, with its own files in messages/',
  message_notices: process,
  photo_upload_parts: process,
  photo_uploads: process,
  clear_replies: 'which covered replies the member may read: clear in conversations.json',
  hidden_messages: 'what the member deleted for themselves is not theirs to read any more',
  message_reactions: 'in conversations.json',
  messages: 'in conversations.json',
  moderation_decisions: 'each was sent to the member with its reasons: emails.json, system_messages.json',
  one_time_tokens: secret,
  outbox: process,
  password_guesses: secret,
  payment_transitions: 'the steps of the payments in payment_attempts.json',
  payment_webhooks: 'what providers posted about the payments in payment_attempts.json',
  plan_prices: installation,
  refill_progress: installation,
  schema_migrations: installation,
  server_keys: installation,
  signup_devices: secret,
  system_inbox: 'how far system_messages.json was read',
  used_tokens: secret,
}
