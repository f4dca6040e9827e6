import { conversationId } from '#server/platform/ids.ts'
import type { MadeMember, World } from './members.ts'
import { heavyTailed, type Random } from './random.ts'
import type { Tables } from './tables.ts'

const minute = 60_000
const bodies = [
  'Ciao, come stai?',
  'Bene, grazie! E tu che fai di bello stasera?',
  'Niente di speciale, leggo un po’ e poi a letto presto: domani si lavora.',
  'Anche a me piace camminare in montagna, soprattutto quando non c’è nessuno. Dove vai di solito?',
  'Ci vediamo sabato?',
  'Sì, volentieri',
  'Ahah',
]

/** One in this many messages is a photo. */
const photoEvery = 20

export interface Spent {
  messages: number
  icebreakers: number
}

/**
 * Writes a conversation that the member began, with its messages, both inbox rows and the member's payments. Most
 * conversations are short; a few have thousands of messages.
 */
export function writeConversation(
  to: Tables,
  world: World,
  member: MadeMember,
  otherId: string,
  otherJoined: number,
  random: Random,
  spent: Spent,
): void {
  const { brand, flow } = member.site
  const id = conversationId(member.id, otherId)
  const begin = Math.max(member.joined, otherJoined)
  const started = begin + (world.now - begin) * random.next() * 0.98
  const isPaying = member.level === 1
  const count = isPaying ? heavyTailed(random, 0.95, 3000) + random.below(4) : 1 + random.below(2)
  const pace = Math.min((world.now - started) / count, random.chance(0.5) ? 3 * minute : 600 * minute)
  let at = started
  let [run, lastIsMember, hisSeq] = [0, true, 0]
  for (let seq = 1; seq <= count; seq += 1) {
    // The member who pays per message writes first; after that, either of them may write.
    const isMember = seq === 1 || (isPaying && random.chance(0.5))
    run = isMember === lastIsMember ? run + 1 : 1
    lastIsMember = isMember
    const messageId = random.uuid(at)
    const isFirst = seq === 1
    const isPhoto = seq % photoEvery === 0
    const cost = !isMember ? 0 : isFirst && !isPaying ? 1 : flow.messageCost
    // oxfmt-ignore
    to.messages.row(id, seq, messageId, isMember ? member.id : otherId, random.uuid(at), bodies[random.below(bodies.length)]!, isFirst, isMember ? member.level : 0, cost, new Date(at), isPhoto ? 'photo' : null)
    if (isPhoto)
      // oxfmt-ignore
      to.message_media.row(messageId, isMember ? member.id : otherId, id, seq, 'photo', `load/${messageId}.webp`, 800, 600, '\\x00', new Date(at))
    if (cost > 0) {
      const account = isPaying ? 'messages' : 'icebreakers'
      spent[account] += cost
      // oxfmt-ignore
      to.ledger_transfers.row(member.id, messageId, brand.key, `wallet:${account}`, 'house:spent', cost, 'message', new Date(at))
    }
    if (isMember) hisSeq = seq
    at += pace * random.next()
  }
  const [low, high] = member.id < otherId ? [member.id, otherId] : [otherId, member.id]
  const otherWrote = hisSeq < count || count > hisSeq
  // oxfmt-ignore
  to.conversations.row(id, brand.pool, low, high, low === member.id || otherWrote, high === member.id || otherWrote, new Date(started))
  const unread = random.chance(0.3) ? run : 0
  const lastAt = new Date(at)
  const [mine, theirs] = lastIsMember ? [0, unread] : [unread, 0]
  to.inbox.row(member.id, id, otherId, count, lastAt, mine, count - mine, count - theirs)
  to.inbox.row(otherId, id, member.id, count, lastAt, theirs, count - theirs, count - mine)
  if (theirs > 0 && random.chance(0.3)) to.notices.row(otherId, 'message', id, count, false, '{}', lastAt, lastAt)
  if (random.chance(0.02)) to.drafts.row(member.id, otherId, 'Volevo dirti che', lastAt)
  if (random.chance(0.002)) {
    const report = random.uuid(at)
    const isOpen = random.chance(0.2)
    // oxfmt-ignore
    to.reports.row(report, brand.key, otherId, member.id, 'harassment', 'È insistente', '{}', isOpen ? 'open' : 'dismissed', lastAt,
      isOpen ? null : lastAt, isOpen ? null : 'command:load', isOpen ? null : 'Niente di vietato')
    if (!isOpen)
      to.moderation_decisions.row(
        brand.key,
        random.uuid(at),
        'report',
        report,
        'dismissed',
        'Niente di vietato',
        'command:load',
        lastAt,
      )
  }
}
