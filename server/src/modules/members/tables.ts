import { sweptBy, withMember, type Tables } from '#platform/database/table.ts'
import { namesOfPlace } from '#modules/geo/index.ts'

export const tables = {
  discovery_entries: {
    holds:
      'a member who can be found, once for each pair of where they are listed and whom they seek, with what the list filters and sorts by',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'a copy of columns of members, for the list' },
  },
  member_clickids: {
    holds: 'the reservation of a tracker id in a brand',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'clickid', columns: 'clickid', not: 'brand_id' },
  },
  member_emails: {
    holds: 'the reservation of an address in a brand',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'the address stands in members.json' },
  },
  member_facts: {
    holds: 'what a member says of their life; a faith only with their consent',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'member_id',
      columns: 'children smoking work languages faith faith_consented_at changed_at',
    },
  },
  member_presence: {
    holds: 'a member who is online',
    keep: sweptBy('members-end-presence'),
    erase: { step: 'member', effect: 'deleted with the row' },
    export: { none: 'last_active_at of members.json, kept apart' },
  },
  members: {
    holds: 'an account and its profile',
    keep: withMember,
    erase: { step: 'member', effect: 'the row itself is deleted, last' },
    export: {
      owner: 'id',
      key: 'id',
      columns:
        'id brand_id clickid email screen_name gender listed_in_both seeks seeks_both gender_word hides_gender_word age_stated age_stated_on age_corrected_at country region_id city_id locale about looking_for hair_color height_cm weight_kg level level_until flow_id source campid email_confirmed_at no_messages_until verified_at verified_by welcome_gift_shown_at last_active_at created_at is_hidden hides_last_seen hides_visits first_messages_from home_changes gender_changes',
      not: 'pool_id password_hash flow_version state sample deletion_due_at needs_confirmation absence_check_at',
      also: namesOfPlace('members'),
    },
  },
  onboarding: {
    holds: 'the first steps of a profile that the member skipped, and their no to the verification',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'member_id', columns: 'skipped verification_declined_at' },
  },
  phone_numbers: {
    holds: 'a member’s phone number and to whom it is shown',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'member_id', columns: 'number shown_to changed_at' },
  },
  phone_views: {
    holds: 'who was shown a number',
    keep: withMember,
    erase: 'cascades',
    // Who saw the member's number (decision 020), and whose numbers the member saw.
    export: [
      { key: 'viewer_id', columns: 'viewer_id first_at last_at' },
      { file: 'phone_numbers_seen', owner: 'viewer_id', key: 'member_id', columns: 'member_id first_at last_at' },
    ],
  },
  profile_choices: {
    holds: 'intent and interests, chosen from lists',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'member_id', columns: 'intent interests intent_since interests_since prompts_since' },
  },
  profile_prompts: {
    holds: 'the answer to a prompt of the profile',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'place', columns: 'place prompt answer' },
  },
  search_settings: {
    holds: 'what a member looks for and where',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'member_id',
      columns: 'filters is_suggested region_id city_id whole_country left_region_id',
      also: namesOfPlace('search_settings'),
    },
  },
} as const satisfies Tables
