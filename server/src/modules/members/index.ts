import type { Brands } from '#modules/brands/index.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { recordPresence } from './here-now.ts'
import { memberJobs } from './jobs.ts'
import { type MemberDeps, profileRoutes } from './profile.ts'

export { type Choices, choicesOf, likedAnswerOf, promptsOf } from './choices.ts'
export { factsShown } from './facts.ts'
export { correctHome, correctListing, correctName, restateAge } from './corrections.ts'
export { knownAge } from './counted-changes.ts'
export { chosenName } from './names.ts'
export { createMember, type NewMember } from './create.ts'
export { listingAfter, listingOf, toLists } from './genders.ts'
export { insertFindable, markEntered, pairBit, recentForMs, refreshFindable } from './findable.ts'
export { endPresence, lastActiveOf, recordPresence } from './here-now.ts'
export { setLevel } from './level.ts'
export {
  clearProfileText,
  isInForce,
  hasLeft,
  isRestrictable,
  leftStates,
  lockForModeration,
  type RemovedTexts,
  restoreProfileText,
  setMessagingOff,
} from './moderation.ts'
export { phoneNumberOf } from './phone-number.ts'
export { showPhone, showsPhone } from './phone.ts'
export { isOnline, onlineForMs, presenceOf } from './presence.ts'
export {
  isNotificationShown,
  isShownTo,
  notBlocked,
  shownLastActive,
  showsVisits,
  takesMessagesFrom,
} from './privacy.ts'
export { type MemberDeps } from './profile.ts'
export {
  lockMember,
  readFilters,
  saveFilters,
  savePlace,
  saveSearch,
  keptPlace,
  mayLookElsewhere,
  searchColumns,
  searchJoin,
  searchPlace,
  type SearchRow,
  suggestAge,
  toSearchSettings,
} from './search-settings.ts'
export { type LookAtTexts, type ProfileTexts, textsOf } from './texts.ts'
export { declineVerification, isOpenToVerify, recordVerified } from './verified.ts'
export { creditTotal, messageCost, sessionViewOf, type PhotoUrls } from './session-view.ts'

export interface Members extends Module {
  /** Records these members as present. */
  present(memberIds: readonly string[]): Promise<void>
}

/** A member's own profile, presence, the end of being new, and leaving the list after a long absence. */
export function createMembers(deps: MemberDeps & { readonly brands: Brands }): Members {
  return {
    routes: (http) => profileRoutes(http, deps),
    jobs: bindJobs(memberJobs, deps),
    present: (memberIds) => recordPresence(deps.db, memberIds, deps.clock()),
  }
}
