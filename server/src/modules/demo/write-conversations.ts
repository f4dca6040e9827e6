import { move } from '#modules/credits/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import type { SampleMember } from './fixtures.ts'
import conversations from './data/conversations.json' with { type: 'json' }
import { sampleId } from './rng.ts'

interface Script {
  readonly otherLevel: number
  readonly unread: boolean
  readonly lines: readonly string[]
}

const minutes = 60_000

/** Fills a login's inbox with conversations in every state, with the credits that they cost. */
export async function writeConversations(
  tx: Tx,
  login: SampleMember,
  others: readonly SampleMember[],
  poolId: string,
  now: Date,
): Promise<SampleMember[]> {
  const scripts: readonly Script[] = login.locale === 'es' ? conversations.es : conversations.it
  const met: SampleMember[] = []
  for (const [at, script] of scripts.entries()) {
    const other = others.find((member) => member.level === script.otherLevel && !met.includes(member))
    if (!other) continue
    met.push(other)
    await writeConversation(tx, {
      login,
      other,
      script,
      poolId,
      endedAt: new Date(now.getTime() - (18 + at * at * 190) * minutes),
    })
  }
  return met
}

interface Scene {
  readonly login: SampleMember
  readonly other: SampleMember
  readonly script: Script
  readonly poolId: string
  readonly endedAt: Date
}

async function writeConversation(tx: Tx, { login, other, script, poolId, endedAt }: Scene): Promise<void> {
  const id = conversationId(login.id, other.id)
  const lines = script.lines.map((line, at) => {
    const sender = line.startsWith('>') ? login : other
    return {
      seq: at + 1,
      sender,
      body: line.slice(2),
      id: sampleId('message', `${id} ${at}`),
      cost: sender.level === 0 ? 1 : 0,
      at: new Date(endedAt.getTime() - (script.lines.length - 1 - at) * 7 * minutes),
    }
  })
  const wrote = (member: SampleMember): boolean => lines.some((line) => line.sender === member)
  const [low, high] = login.id < other.id ? [login, other] : [other, login]
  await tx
    .insertInto('conversations')
    .values({
      id,
      pool_id: poolId,
      low_id: low.id,
      high_id: high.id,
      low_wrote: wrote(low),
      high_wrote: wrote(high),
      created_at: lines[0]?.at ?? endedAt,
    })
    .execute()
  await tx
    .insertInto('messages')
    .values(
      lines.map((line) => ({
        conversation_id: id,
        seq: line.seq,
        id: line.id,
        sender_id: line.sender.id,
        client_message_id: sampleId('client message', line.id),
        body: line.body,
        icebreaker: line.seq === 1,
        sender_level: line.sender.level,
        cost: line.cost,
        created_at: line.at,
      })),
    )
    .execute()
  for (const line of lines) {
    await move(tx, {
      memberId: line.sender.id,
      brandId: line.sender.brandId,
      account: line.seq === 1 ? 'icebreakers' : 'messages',
      house: 'spent',
      amount: -line.cost,
      key: `message:${line.id}`,
      at: line.at,
    })
  }
  // Messages after the reader's own last one are unread.
  const lastOwn = lines.findLast((line) => line.sender === login)?.seq ?? 0
  const readByLogin = script.unread ? lastOwn : lines.length
  const readByOther = lines.findLast((line) => line.sender === other)?.seq ?? 0
  const sides = [
    { member: login, other: other, read: readByLogin, otherRead: readByOther },
    { member: other, other: login, read: readByOther, otherRead: readByLogin },
  ]
  await tx
    .insertInto('inbox')
    .values(
      sides.map(({ member, other, read, otherRead }) => ({
        member_id: member.id,
        conversation_id: id,
        other_id: other.id,
        last_seq: lines.length,
        last_at: endedAt,
        unread: lines.length - read,
        read_seq: read,
        other_read_seq: otherRead,
      })),
    )
    .execute()
}
