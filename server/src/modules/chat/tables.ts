import { forDays, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  clear_replies: {
    holds: 'a first reply that a free member may read',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'which covered replies the member may read: clear in conversations.json' },
  },
  conversations: {
    holds: 'a conversation between two members',
    keep: withMember,
    erase: {
      step: 'conversations',
      effect:
        'the other member still reads them under a neutral name; author and conversation get new ids, which contained the ids of both; deleted if neither is left',
    },
    export: { none: 'in conversations.json' },
  },
  drafts: {
    holds: 'what a member has written and not sent',
    keep: withMember,
    erase: { step: 'own', effect: 'deleted, on both sides' },
    export: { key: 'other_id', columns: 'other_id body updated_at' },
  },
  first_message_limits: {
    holds: 'for how long a member may begin few conversations an hour',
    keep: forDays('until_at', 30, 'long over, and said to the member while it lasted'),
    erase: 'cascades',
    export: { key: 'member_id', columns: 'per_hour from_at until_at', not: 'rule_id window_start begun' },
  },
  hidden_messages: {
    holds: 'a message that a member deleted for themselves, or that moderators removed',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'what the member deleted for themselves, or moderators removed, is not theirs to read any more' },
  },
  inbox: {
    holds: 'one member’s side of a conversation',
    keep: withMember,
    erase: { step: 'conversations', effect: 'the other member’s side goes on, the member’s is deleted' },
    export: { none: 'in conversations.json' },
  },
  message_media: {
    holds: 'a photo or voice message of a conversation',
    keep: withMember,
    erase: {
      step: 'media',
      effect:
        'the member’s photos and voice messages are deleted with their files; the message stays and says that it had one',
    },
    export: { none: 'in conversations.json, with its own files in messages/' },
    pool: 'bySender',
  },
  message_reactions: {
    holds: 'a reaction to a message',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'in conversations.json' },
  },
  messages: {
    holds: 'a message',
    keep: withMember,
    erase: {
      step: 'conversations',
      effect: 'go with the conversation; texts stay, as they are the other member’s correspondence',
    },
    export: { none: 'in conversations.json' },
    pool: 'byConversation',
  },
  plan_uses: {
    holds: 'when a member last read what only a plan opens',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'member_id', columns: 'last_at' },
  },
} as const satisfies Tables
