/**
 * What a report can be about, beside the member: a photo, their name, the texts of the profile, a message, a voice message, a
 * review.
 */
export const reportedContents = ['photo', 'name', 'profile', 'message', 'voice', 'review'] as const
export type ReportedContent = (typeof reportedContents)[number]

/** Of them, what a profile has once, so that its member names it. */
export const profileParts = ['name', 'profile'] as const
export type ProfilePart = (typeof profileParts)[number]

export const reportReasons = ['fake', 'scam', 'harassment', 'minor', 'photo', 'spam', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What moderators can decide against a member. */
export const restrictionKinds = ['warning', 'content_removed', 'messaging_off', 'suspension', 'removal'] as const
export type RestrictionKind = (typeof restrictionKinds)[number]

export const restrictionGrounds = ['illegal', 'terms'] as const
export type RestrictionGround = (typeof restrictionGrounds)[number]

/** What a restriction is about. */
export const restrictedContents = ['account', 'photo', 'profile', 'message', 'voice', 'review', 'name'] as const
export type RestrictedContent = (typeof restrictedContents)[number]

/** The rules that a restriction can name; each has its section of the terms and its saved answers on the server. */
export const clauseKeys = [
  'fake',
  'others_photo',
  'harassment',
  'threats',
  'hate',
  'sexual',
  'minors',
  'under_age',
  'scam',
  'advertising',
  'contact_details',
  'scraping',
  'several_profiles',
  'unlawful',
  'unsuitable',
] as const
export type ClauseKey = (typeof clauseKeys)[number]

/** Most characters of an appeal and of the facts of a decision. */
export const mostAppeal = 4000
export const mostFacts = 2000
/** How long a decision can be appealed against: six months (regulation (EU) 2022/2065, article 20). */
export const appealMonths = 6
