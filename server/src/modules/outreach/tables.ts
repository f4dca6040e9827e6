import { byLaw, byMonth, fixed, forDays, withMember, type Tables } from '#platform/database/table.ts'
import { chatName } from './channels/telegram/links.ts'

export const tables = {
  deliveries: {
    holds: 'a notification to a member by another way than mail, waiting or sent',
    keep: forDays('created_at', 369, 'what was sent and why is shown to the member, and is in their export'),
    erase: 'cascades',
    export: {
      file: 'notifications_sent',
      key: 'id',
      columns: 'channel event state reason created_at sent_at',
      not: 'id other_id',
    },
  },
  emails: {
    holds: 'an email, waiting or sent',
    keep: byMonth('a renewal reminder is asked for until its term is over'),
    erase: {
      step: 'own',
      effect:
        'deleted, also those to the address without the member, what support mailed to another address, and messages to the support',
    },
    // Only what the member wrote to the support themselves: other emails contain links that sign in.
    export: {
      key: 'id',
      columns: 'kind to_address locale created_at sent_at',
      not: 'id brand_id props state attempts last_error requeued_at',
      also: {
        topic: `case kind when 'contact' then props ->> 'topic' end`,
        message: `case kind when 'contact' then props ->> 'message' end`,
      },
    },
  },
  mail_addresses: {
    holds:
      'an address that takes no mail, as a keyed hash: once stopped, nothing is sent there until it is confirmed again',
    keep: byLaw('what does not exist is not written to again'),
    erase: { stays: 'a keyed hash of the address, without the member' },
    export: { none: 'hashes of addresses, of no member' },
  },
  mail_events: {
    holds: 'what became of an email, one row an event, as the relay or the mail provider reports it',
    keep: forDays('created_at', 369, 'a renewal reminder is asked for until its term is over'),
    erase: { step: 'own', effect: 'deleted' },
    export: {
      key: 'id',
      columns: 'kind class code diagnostic source created_at',
      not: 'brand_id id email_id address_hash event_key',
    },
  },
  mail_rates: {
    holds: 'how much of the mail of the last day came back or was complained about, by brand',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  mail_suppressions: {
    holds: 'an address that left a mailing list, as a keyed hash',
    keep: byLaw('an address that left a list is not written to again by accident'),
    erase: { stays: 'a keyed hash of the address, so that no one writes to it again by accident' },
    export: { key: 'list', columns: 'list source created_at', not: 'brand_id address_hash' },
  },
  notices: {
    holds: 'a notice that was planned, by its event and what it is about, until after it was sent or dropped',
    keep: forDays('due_at', 180, 'until it is opened, what it is about is not announced again'),
    erase: 'cascades',
    export: { none: 'how the program works: notifications_sent.json says what was sent' },
  },
  notification_choices: {
    holds: 'that a member turned notices of an event on or off on a channel, where they chose',
    keep: withMember,
    erase: 'cascades',
    export: { key: "event || ' ' || channel", columns: 'event channel enabled changed_at', not: '' },
  },
  notification_settings: {
    holds: 'when and how a member is notified',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'member_id',
      columns: 'quiet_from quiet_until time_zone digest paused_until discreet changed_at',
    },
  },
  push_devices: {
    holds: 'a browser that is notified: its address and keys',
    keep: withMember,
    sealed: { subscription_sealed: { purpose: 'push', values: 'browsers that get notifications' } },
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'created_at renewed_at last_ok_at',
      not: 'id brand_id session_id endpoint_hash subscription_sealed',
    },
  },
  push_keys: {
    holds: 'the pair of keys with which a brand signs notifications',
    keep: fixed,
    sealed: { private_key_sealed: { purpose: 'push', values: 'keys that sign notifications' } },
    erase: 'names no member',
    export: { none: 'keys of a brand, of no member' },
  },
  system_inbox: {
    holds: 'how far a member has read a system conversation',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'how far system_messages.json was read' },
  },
  system_messages: {
    holds: 'a message of the service to a member: facts only, the text is made when it is read',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'id', columns: 'conversation kind facts created_at', not: 'seq id' },
  },
  telegram_links: {
    holds: 'a member’s chat with the brand’s bot, or why it ended; the hash of the code that connects one',
    keep: withMember,
    sealed: {
      chat_sealed: {
        purpose: 'telegram',
        values: 'Telegram chats',
        foundBy: { column: 'chat_hash', text: (chatId, brandId) => chatName({ brandId, chatId }) },
      },
    },
    erase: 'cascades',
    export: {
      key: 'member_id',
      columns: 'linked_at last_ok_at ended_at ended_why',
      not: 'brand_id code_hash code_expires_at chat_hash chat_sealed',
    },
  },
} as const satisfies Tables
