import type { MadeMember, World } from './members.ts'
import type { Random } from './random.ts'
import type { Tables } from './tables.ts'

/**
 * Writes a like or dislike, the visit before it and the other member's notifications.
 * @returns whether a like was spent
 */
export function writeReaction(
  to: Tables,
  world: World,
  member: MadeMember,
  otherId: string,
  otherJoined: number,
  random: Random,
): string | undefined {
  const begin = Math.max(member.joined, otherJoined)
  const at = begin + (world.now - begin) * random.next()
  const when = new Date(at)
  const isLike = random.chance(0.6)
  to.reactions.row(member.id, otherId, isLike ? 'like' : 'dislike', when)
  const read = random.chance(0.7) ? new Date(Math.min(world.now, at + 3_600_000)) : null
  if (isLike) to.notifications.row(otherId, random.uuid(at), 'like', member.id, false, when, read)
  if (random.chance(0.5)) {
    to.visits.row(member.id, otherId, when)
    to.notifications.row(otherId, random.uuid(at), 'visit', member.id, false, when, read)
  }
  if (random.chance(0.005)) {
    to.blocks.row(member.id, otherId, true, when)
    to.blocks.row(otherId, member.id, false, when)
  }
  return isLike ? `like:${otherId}:${Math.floor(at)}` : undefined
}
