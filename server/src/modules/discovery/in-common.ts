import type { IntentId, InterestId } from '@incontro/contract'
import type { MemberPage } from '@incontro/contract/domain'
import type { Choices } from '#modules/members/index.ts'

type Interests = MemberPage['interests']

/** Another member's interests, those in common with the viewer first. */
function interestsBeside(theirs: readonly InterestId[], own: readonly InterestId[]): Interests {
  const interests = theirs.map((id) => ({ id, shared: own.includes(id) }))
  return [...interests.filter(({ shared }) => shared), ...interests.filter(({ shared }) => !shared)]
}

/** What another member looks for and likes, beside the viewer's own. */
export const besideOwn = (theirs: Choices, own: Choices): Pick<MemberPage, 'intent' | 'interests'> => ({
  intent: theirs.intent && { id: theirs.intent, shared: theirs.intent === own.intent },
  interests: interestsBeside(theirs.interests, own.interests),
})

/** "We'll see" is no aim that two could share. */
export const isAim = (intent: IntentId | null): intent is IntentId => intent !== null && intent !== 'open'

/** As many as a card of the deck has room for. */
const mostOnCard = 3

export const interestsOnCard = (theirs: readonly InterestId[], own: readonly InterestId[]): Interests =>
  interestsBeside(theirs, own).slice(0, mostOnCard)
