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
