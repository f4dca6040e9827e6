import { byLaw, forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  tickets: {
    holds: 'what a person asked support about, who answers it and how it stands',
    keep: forDays('last_at', 730, 'a later question refers to an earlier answer, and an answer may be disputed'),
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'name email topic subject locale state opened_at last_at first_answered_at',
      not: 'id brand_id signed_in assigned_to claimed_by claimed_until version waiting_since',
    },
  },
  ticket_messages: {
    holds: 'a message of a ticket: a question, an answer, a note of staff',
    keep: byLaw('as long as its ticket'),
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'kind via body quoted subject left_out created_at sent_at',
      not: 'id brand_id ticket_id author from_address message_id source_hash email_id undo',
      // Whose address it is, is another person's data.
      also: { from_another_address: 'from_address is not null' },
    },
  },
} as const satisfies Tables
