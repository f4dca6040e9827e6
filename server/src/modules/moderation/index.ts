export type { ModerationDeps, SuspensionDeps } from './deps.ts'
export { decidePhoto, type PhotoDecision } from './photos.ts'
export {
  decideReport,
  openReport,
  reportsIn,
  type OpenReport,
  type ReportedMessage,
  type ReportState,
} from './reports.ts'
export { decideReview, type ReviewDecision } from './reviews.ts'
export { decideVerification, type VerificationDecision } from './verifications.ts'
