import type { MemberPage } from '@incontro/contract/domain'
import type { Choices } from '../members/index.ts'

/** Another member's interests and prompts, those in common with the viewer first. */
export function besideOwn(theirs: Choices, own: Choices): Pick<MemberPage, 'intent' | 'interests'> {
  const interests = theirs.interests.map((id) => ({ id, shared: own.interests.includes(id) }))
  return {
    intent: theirs.intent && { id: theirs.intent, shared: theirs.intent === own.intent },
    interests: [...interests.filter(({ shared }) => shared), ...interests.filter(({ shared }) => !shared)],
  }
}

/** As many as a card of the deck has room for. */
const mostOnCard = 3

export const interestsOnCard = (theirs: Choices, own: Choices): MemberPage['interests'] =>
  besideOwn(theirs, own).interests.slice(0, mostOnCard)
