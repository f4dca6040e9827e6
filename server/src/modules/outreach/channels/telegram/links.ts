import type { TelegramEnd } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { hashToken, keyedHash, keyedHashes, type Keys, newToken } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { telegramLinkMinutes } from '@incontro/contract'

/** A person's chat with a brand's bot. */
export interface Chat {
  readonly brandId: string
  readonly chatId: string
}

/** What the hash of a chat is made of. */
export const chatName = ({ brandId, chatId }: Chat): string => `${brandId} ${chatId}`
const hashesOf = (keys: Keys, chat: Chat): Buffer[] => keyedHashes(keys, chatName(chat))

/** A code that connects the chat in which it is said, in place of the member's earlier one. Only its hash is stored. */
export async function makeCode(
  db: Executor,
  { memberId, brandId, at }: { readonly memberId: string; readonly brandId: string; readonly at: Date },
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const code = newToken()
  const expiresAt = new Date(at.getTime() + telegramLinkMinutes * 60_000)
  const values = { code_hash: hashToken(code), code_expires_at: expiresAt }
  await db
    .insertInto('telegram_links')
    .values({ member_id: memberId, brand_id: brandId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  return { code, expiresAt }
}

/**
 * Connects a chat by a code, which is used up. A chat belongs to one member: that of another one ends, `taken`.
 * @returns undefined for a code that is unknown, used, old or of another brand
 */
export async function connectChat(
  db: Database,
  keys: Keys,
  chat: Chat,
  { code, at }: { readonly code: string; readonly at: Date },
): Promise<{ readonly memberId: string; readonly taken: boolean } | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ member_id: string }>`
      select l.member_id from telegram_links l join members m on m.id = l.member_id
      where l.brand_id = ${chat.brandId} and l.code_hash = ${hashToken(code)} and l.code_expires_at > ${at} and m.state = 'active'
      for no key update of l`.execute(tx)
    const memberId = rows[0]?.member_id
    if (memberId === undefined) return undefined
    const other = await end(tx, keys, chat, 'taken', at, memberId)
    await tx
      .updateTable('telegram_links')
      .set({
        code_hash: null,
        code_expires_at: null,
        chat_hash: keyedHash(keys, chatName(chat)),
        chat_sealed: seal(keys, chat.chatId),
        linked_at: at,
        last_ok_at: null,
        ended_at: null,
        ended_why: null,
      })
      .where('member_id', '=', memberId)
      .execute()
    return { memberId, taken: other }
  })
}

/** Ends the notices of a chat. @returns whether it had any */
export const endChat = (executor: Executor, keys: Keys, chat: Chat, why: TelegramEnd, at: Date): Promise<boolean> =>
  end(executor, keys, chat, why, at)

async function end(
  executor: Executor,
  keys: Keys,
  chat: Chat,
  why: TelegramEnd,
  at: Date,
  but?: string,
): Promise<boolean> {
  const ended = await executor
    .updateTable('telegram_links')
    .set({ chat_hash: null, chat_sealed: null, linked_at: null, ended_at: at, ended_why: why })
    .where('brand_id', '=', chat.brandId)
    .where('chat_hash', 'in', hashesOf(keys, chat))
    .$if(but !== undefined, (query) => query.where('member_id', '<>', but ?? ''))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** As the member asks on the page: what is open and what is connected. */
export async function disconnect(executor: Executor, memberId: string, at: Date): Promise<void> {
  await sql`
    update telegram_links set code_hash = null, code_expires_at = null, chat_hash = null, chat_sealed = null, linked_at = null,
      ended_at = case when chat_hash is null then ended_at else ${at}::timestamptz end,
      ended_why = case when chat_hash is null then ended_why else 'removed' end
    where member_id = ${memberId}`.execute(executor)
}

/** The member whose notices a chat gets. */
export async function memberOfChat(executor: Executor, keys: Keys, chat: Chat): Promise<string | undefined> {
  const row = await executor
    .selectFrom('telegram_links')
    .select('member_id')
    .where('brand_id', '=', chat.brandId)
    .where('chat_hash', 'in', hashesOf(keys, chat))
    .executeTakeFirst()
  return row?.member_id
}

export const linkOf = (executor: Executor, memberId: string) =>
  executor
    .selectFrom('telegram_links')
    .select(['chat_sealed', 'linked_at', 'last_ok_at', 'ended_why'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

export async function hasChat(executor: Executor, memberId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('telegram_links')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('chat_hash', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined if it was sealed with a secret that is no more. */
export function chatIdOf(keys: Keys, sealed: string | null): string | undefined {
  if (sealed === null) return undefined
  try {
    return unseal(keys, sealed)
  } catch {
    // The member connects the chat again.
    return undefined
  }
}

/** Whether someone might write to a brand's bot: a chat is connected, or a code waits for one. */
export async function isListenedFor(executor: Executor, brandId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ listened: boolean }>`
    select exists (select from telegram_links where brand_id = ${brandId} and chat_hash is not null)
      or exists (select from telegram_links where brand_id = ${brandId} and code_hash is not null and code_expires_at > ${at})
      as listened`.execute(executor)
  return rows[0]?.listened === true
}
