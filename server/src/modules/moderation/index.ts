export type { CarryOutDeps } from './decisions/carry-out.ts'
export type { ModerationDeps, SuspensionDeps } from './deps.ts'
export { createModeration, type ModerationInput } from './create-moderation.ts'
export { decidePhoto, type PhotoDecision } from './decisions/photos.ts'
export { decideReport } from './decisions/reports.ts'
export {
  type OpenReport,
  type ReportedMessage,
  reportsIn,
  type ReportState,
  reportStates,
} from './decisions/reports-in.ts'
export { decideReview, type ReviewDecision } from './decisions/reviews.ts'
export { decideVerification, type VerificationDecision } from './decisions/verifications.ts'
export { recordMessagesRead } from './queue/record-messages-read.ts'
export { openReport, type Reported } from './notices/open-report.ts'
export { refusedUntil } from './notices/repeated.ts'
export { ownMemberIdsAmong } from './queue/own-member-ids.ts'
export { recordReopened } from './restrictions/lift.ts'
export { liftByHand } from './restrictions/lift-by-hand.ts'
export { restrict } from './restrictions/restrict.ts'
export { lookAtTexts } from './texts/look-at-texts.ts'
export { transparencyReport } from './transparency/report.ts'
