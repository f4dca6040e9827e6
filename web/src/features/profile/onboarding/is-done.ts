import type { OnboardingStep } from '@incontro/contract/profile-choices'
import type { Session } from '@incontro/contract/domain'
import type { OwnProfile } from '../cards/profile-query.ts'

/** What a profile has of a step right now: some of it is newer than what the server last said. */
export const isDone = (step: OnboardingStep, profile: OwnProfile, session: Session): boolean =>
  ({
    name: !session.nameMissing,
    photo: session.photos.length > 0,
    intent: profile.intent !== null || profile.lookingFor !== '',
    prompt: profile.prompts.length > 0,
    interests: profile.interests.length > 0,
  })[step]
