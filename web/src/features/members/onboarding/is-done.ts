import type { OnboardingStep } from '@incontro/contract/profile-choices'
import type { Session } from '@incontro/contract/domain'
import type { OwnProfile } from '../cards/profile-query.ts'

/** Whether a step is done, judged by the current values, some of which are newer than the server's list of steps. */
export const isDone = (step: OnboardingStep, profile: OwnProfile, session: Session): boolean =>
  ({
    name: !session.nameMissing,
    photo: session.photos.length > 0,
    intent: profile.intent !== null || profile.lookingFor !== '',
    prompt: profile.prompts.length > 0,
    interests: profile.interests.length > 0,
  })[step]
