import { byLaw, fixed, forDays, sweptBy, type Tables, withMember } from '#platform/database/table.ts'
import { notifierName } from './notices/notifier.ts'
import { ordersBehind } from './authorities/orders-behind.ts'

export const tables = {
  appeals: {
    holds: 'an appeal against a decision, and its answer',
    keep: byLaw('what was decided on appeal is published each year'),
    erase: { step: 'reports', effect: 'stays without the member and their words' },
    export: {
      key: 'id',
      columns: 'restriction_id report_id body filed_at outcome answer decided_at',
      not: 'id brand_id decided_by answered_at',
    },
  },
  authority_orders: {
    holds: 'an order of an authority about content or a member, or what one was notified of; never changed',
    keep: byLaw('both are published each year in numbers; an order can be disputed'),
    erase: { step: 'reports', effect: 'stays without the member and the words about them' },
    export: {
      none: 'an order was sent to the member when it allowed that: emails.json, system_messages.json; to know of a suspicion that was notified could endanger another person',
    },
  },
  authority_order_steps: {
    holds: 'what was done about an order of an authority, or came back on a notification; rows are only added',
    keep: byLaw('as long as its order'),
    erase: { step: 'reports', effect: 'stays without the words about the member' },
    export: { none: 'how the order was carried out; what concerns the member was sent to them' },
  },
  changed_texts: {
    holds: 'what a name or the texts of a profile were before a change that waits for a moderator',
    keep: sweptBy('moderation-forget'),
    erase: 'cascades',
    export: { key: 'kind', columns: 'kind before changed_at', not: 'version' },
  },
  conversation_readings: {
    holds: 'that staff read reported messages, or those around them',
    keep: withMember,
    erase: 'cascades',
    export: { file: 'messages_read_by_staff', key: 'id', columns: 'messages read_at', not: 'id report_id' },
  },
  moderation_decisions: {
    holds: 'a decision of a moderator; never changed',
    keep: byLaw('the statement of reasons can be disputed'),
    erase: { stays: 'says what was decided about which id, which refers to nothing afterwards' },
    export: { none: 'each was sent to the member with its reasons: emails.json, system_messages.json' },
  },
  restrictions: {
    holds: 'a decision against a member with its reasons',
    keep: byLaw('the statement of reasons can be disputed, and is published without the member'),
    erase: { step: 'reports', effect: 'stays without the member and what was removed' },
    export: {
      key: 'id',
      columns:
        'kind from_at until_at lifted_at ground clause facts content_type content_date automated_detection automated_decision territory',
      not: 'id brand_id case_id lifted_by content_id removed source paused_ms made_by',
      where: `not exists (${ordersBehind('restrictions')} and o.silent_until > now())`,
    },
  },
  reports: {
    holds: 'a report of a member or what they wrote, by another or by anybody',
    keep: byLaw('the decision can be disputed'),
    sealed: {
      notifier: {
        purpose: 'notices',
        values: 'addresses of people who sent a notice',
        foundBy: { column: 'notifier_hash', text: notifierName },
      },
    },
    erase: {
      step: 'reports',
      effect:
        'about the member: reason and date stay. By the member: they stay without the reporter, the text only while open',
    },
    export: {
      owner: 'reporter_id',
      key: 'id',
      columns: 'reported_id reason body state created_at content_kind content_date place claims_illegal',
      not: 'id brand_id message_ids decided_at decided_by decision site_origin conversation_id channel content_id flagger_id notifier notifier_hash notifier_locale answered_at unfounded',
    },
  },
  risk_hits: {
    holds: 'that a rule queued or slowed a member, or would have in a simulation',
    keep: forDays('hit_at', 400, 'how often a rule was right is read over a year'),
    erase: 'cascades',
    export: { none: 'how the moderators work; a limit is in first_message_limits.json' },
  },
  risk_rules: {
    holds: 'a version of a rule that queues or slows',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'how the moderators work' },
  },
  risk_simulations: {
    holds: 'how many members a version would have met in 30 days',
    keep: forDays('asked_at', 400, 'it was needed to go live; its counts name no member'),
    erase: 'names no member',
    export: { none: 'how the moderators work' },
  },
  trusted_flaggers: {
    holds: 'an entity whose notices come first, and the hash of its link',
    keep: byLaw('whose notices came first is published each year in numbers'),
    erase: 'names no member',
    export: { none: 'of an entity, of no member' },
  },
} as const satisfies Tables
