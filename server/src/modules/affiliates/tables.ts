import { fixed, forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  affiliates: {
    holds: 'an affiliate of a brand that was added in the console',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of a brand, names no member' },
  },
  affiliate_keys: {
    holds: 'a key of an affiliate: its hash, and sealed, as it signs what is reported',
    keep: fixed,
    sealed: { sealed: { purpose: 'affiliate keys', values: 'keys of affiliates' } },
    erase: 'names no member',
    export: { none: 'of a brand, names no member' },
  },
  affiliate_postbacks: {
    holds: 'the address that is called for an event of members who came by an affiliate',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of a brand, names no member' },
  },
  campaign_names: {
    holds: 'what colleagues call a source or a campaign',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of a brand, names no member' },
  },
  affiliate_imports: {
    holds: 'a click or order reported by a brand’s affiliate',
    keep: forDays('created_at', 400, 'a campaign is compared with that of the year before'),
    erase: 'cascades',
    export: {
      key: 'reference',
      columns: 'reference kind campaign page_type attempt_id created_at',
      not: 'brand_id cancelled_at',
    },
  },
  postback_deliveries: {
    holds:
      'a call to an affiliate’s tracker about an event of a member who allows measuring; what it says until it ends',
    keep: forDays('created_at', 400, 'a campaign is compared with that of the year before'),
    erase: 'cascades',
    export: {
      key: 'event_key',
      columns: 'postback event state created_at ended_at',
      not: 'id brand_id event_key facts tries next_at status why',
    },
  },
  postback_progress: {
    holds: 'up to when events were looked at for postbacks, by brand and event',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'how the program works' },
  },
} as const satisfies Tables
