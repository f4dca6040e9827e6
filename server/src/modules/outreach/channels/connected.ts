import type { NoticeChannel } from '@incontro/contract'
import { type RawBuilder, sql } from 'kysely'

/** SQL conditions: whether a member has a channel, so that planning a notice on it is worth it. */
export const isConnected: Readonly<Record<NoticeChannel, (memberId: RawBuilder<unknown>) => RawBuilder<boolean>>> = {
  // Whether the address is confirmed is seen when the notice is due.
  email: () => sql`true`,
  push: (memberId) => sql`exists (select from push_devices d where d.member_id = ${memberId})`,
  telegram: (memberId) =>
    sql`exists (select from telegram_links l where l.member_id = ${memberId} and l.chat_hash is not null)`,
}
