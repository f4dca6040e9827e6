import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.ts'
import type { OutboxEvent } from '../../platform/outbox.ts'
import type { Brands } from '../brands/index.ts'
import { timeZoneOf } from '../geo/index.ts'
import { isOnline } from '../members/index.ts'
import { enqueueEmail } from './channels/email/enqueue-email.ts'
import { noticeDelayMs, quietHoursEnd } from './policy.ts'

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'outreach.message_notice': { readonly memberId: string; readonly conversationId: string }
  }
}

export interface NoticeDeps {
  readonly db: Executor
  readonly brands: Pick<Brands, 'byKey'>
  readonly clock: () => Date
}

interface MessageSent {
  readonly conversationId: string
  readonly recipientId: string
  readonly seq: number
}

/** A message was sent: unless a notice about the conversation waits to be opened, one is planned. */
export async function planNotice({ db, clock }: NoticeDeps, event: OutboxEvent): Promise<void> {
  if (event.topic !== 'message') return
  const { conversationId, recipientId: memberId, seq } = event.payload as MessageSent
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      with side as (
        select read_seq from inbox where member_id = ${memberId} and conversation_id = ${conversationId} and read_seq < ${seq})
      insert into message_notices as n (member_id, conversation_id, seq)
      select ${memberId}, ${conversationId}, ${seq} from side
      on conflict (member_id, conversation_id) do update set seq = excluded.seq where n.seq <= (select read_seq from side)
      returning true`.execute(tx)
    if (rows.length === 0) return
    const runAt = new Date(clock().getTime() + noticeDelayMs)
    await addJob(tx, 'outreach.message_notice', { memberId, conversationId }, { runAt })
  })
}

interface Waiting {
  readonly brand_id: string
  readonly email: string
  readonly locale: Locale
  readonly country: string
  readonly last_active_at: Date
}

/** Writes to the recipient if the message still waits, they are away and it is not night where they live. */
export async function sendNotice(
  { db, brands, clock }: NoticeDeps,
  about: { readonly memberId: string; readonly conversationId: string },
): Promise<void> {
  const now = clock()
  const { rows } = await sql<Waiting>`
    select m.brand_id, m.email, m.locale, m.country, m.last_active_at
    from message_notices n
    join inbox i on i.member_id = n.member_id and i.conversation_id = n.conversation_id and i.read_seq < n.seq
    join members m on m.id = n.member_id and m.state = 'active' and m.email_confirmed_at is not null and m.sample is null
    join members o on o.id = i.other_id and o.state = 'active'
    where n.member_id = ${about.memberId} and n.conversation_id = ${about.conversationId}
      and not exists (select from blocks b where b.member_id = n.member_id and b.other_id = i.other_id)`.execute(db)
  const recipient = rows[0]
  const brand = recipient && brands.byKey(recipient.brand_id)
  if (!recipient || !brand) return
  const later = isOnline(recipient.last_active_at, now)
    ? new Date(now.getTime() + noticeDelayMs)
    : quietHoursEnd(now, timeZoneOf(recipient.country))
  if (later) return addJob(db, 'outreach.message_notice', about, { runAt: later })
  await db.transaction().execute((tx) =>
    enqueueEmail(tx, {
      brandId: recipient.brand_id,
      memberId: about.memberId,
      kind: 'new-message',
      to: recipient.email,
      locale: recipient.locale,
      props: { link: `https://${brand.domain}/chats` },
    }),
  )
}
