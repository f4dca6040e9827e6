import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import type { SystemConversation, SystemMessageFacts, SystemMessageKind } from './kinds.ts'

/** The outbox topic of a system message, and its payload. */
export const systemMessagePosted = 'system message'
export interface SystemMessagePosted {
  readonly memberId: string
  readonly conversation: SystemConversation
  readonly kind: SystemMessageKind
  readonly seq: number
}

/**
 * Writes a system message to a member, in the caller's transaction. Open browsers show it after the commit, except the
 * welcome message, which is there when they arrive.
 */
export async function postSystemMessage<K extends SystemMessageKind>(
  tx: Executor,
  message: {
    readonly memberId: string
    readonly conversation: SystemConversation
    readonly kind: K
    readonly facts: SystemMessageFacts[K]
    readonly at: Date
  },
): Promise<void> {
  const { memberId, conversation, kind, facts, at } = message
  await sql`
    with place as (
      insert into system_inbox as i (member_id, conversation, last_seq, last_at) values (${memberId}, ${conversation}, 1, ${at})
      on conflict (member_id, conversation) do update
        set last_seq = i.last_seq + 1, last_at = greatest(i.last_at, excluded.last_at)
      returning member_id, conversation, last_seq),
    posted as (
      insert into system_messages (member_id, conversation, seq, id, kind, facts, created_at)
      select member_id, conversation, last_seq, ${newId()}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${at} from place)
    insert into outbox (id, topic, payload, created_at)
    select ${newId()}, ${systemMessagePosted},
      jsonb_build_object('memberId', member_id, 'conversation', conversation, 'kind', ${kind}::text, 'seq', last_seq), ${at}
    from place where ${kind}::text <> 'benvenuto'`.execute(tx)
}
