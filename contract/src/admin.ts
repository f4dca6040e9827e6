import { accountRoutes } from './admin/account.ts'
import { affiliateDeskRoutes } from './admin/affiliates.ts'
import { approvalRoutes } from './admin/approvals.ts'
import { auditRoutes } from './admin/audit.ts'
import { authorityOrderRoutes } from './admin/authority-orders.ts'
import { campaignRoutes } from './admin/campaigns.ts'
import { caseAdminRoutes } from './admin/cases.ts'
import { correctionRoutes } from './admin/corrections.ts'
import { dataRightRoutes } from './admin/data-rights.ts'
import { differenceRoutes } from './admin/differences.ts'
import { disputeRoutes } from './admin/disputes.ts'
import { figureRoutes } from './admin/figures.ts'
import { flaggerRoutes } from './admin/flaggers.ts'
import { healthRoutes } from './admin/health.ts'
import { heldRoutes } from './admin/held.ts'
import { invoiceRoutes } from './admin/invoices.ts'
import { mailingRoutes } from './admin/mailings.ts'
import { memberRoutes } from './admin/members.ts'
import { noteRoutes } from './admin/notes.ts'
import { offerRoutes } from './admin/offers.ts'
import { orderRoutes } from './admin/orders.ts'
import { postbackRoutes } from './admin/postbacks.ts'
import { privacyRoutes } from './admin/privacy.ts'
import { restrictionRoutes } from './admin/restrictions.ts'
import { riskRoutes } from './admin/risk.ts'
import { sessionRoutes } from './admin/session.ts'
import { staffRoutes } from './admin/staff.ts'
import { ticketRoutes } from './admin/tickets.ts'
import { transparencyRoutes } from './admin/transparency.ts'
import { viewRoutes } from './admin/views.ts'

export * from './admin/permissions.ts'
export * from './admin/restrictions.ts'
export type { CaseDecision, CaseFileLabel, CaseRow, CaseView, WrittenField } from './admin/cases.ts'
export {
  accountChanges,
  accountStates,
  photoStates,
  reportStates,
  type AccountChange,
  type AccountState,
  type PhotoState,
  type ReportState,
} from './admin/member-words.ts'
export type { Author } from './admin/fields.ts'
export type { Undo } from './admin/held.ts'
export {
  outcomeNames,
  type DiskState,
  type OutcomeChannel,
  type OutcomeFault,
  type OutcomeName,
  type ServiceFault,
  type ServiceKind,
  type ServiceState,
  type UpkeepKind,
  type UpkeepState,
} from './admin/health-words.ts'
export type { AffiliateRow, AffiliateView, FiledPostback, PostbackTest } from './admin/affiliates.ts'
export type { ApprovalRequestView } from './admin/approvals.ts'
export type { AuditAction } from './admin/audit-actions.ts'
export type { AuditEntryView } from './admin/audit.ts'
export { auditDetailKeys, type AuditDetail, type AuditDetailKey } from './admin/audit-words.ts'
export {
  authorityOrderKinds,
  type AuthorityRecordKind,
  notifiedPlaces,
  authorityOutcomes,
  memberStates,
  orderedRestrictions,
  type AuthorityOrderKind,
  type AuthorityOrderRow,
  type AuthorityOrderView,
  type AuthorityOutcome,
  type AuthorityStepKind,
  type OrderedRestriction,
} from './admin/authority-orders.ts'
export {
  composeEvidence,
  disputeFactKinds,
  disputeReasons,
  disputeStages,
  disputeStates,
  type DisputeFact,
  type DisputeFactKind,
  type DisputeReasonWord,
  type DisputeStage,
  type DisputeState,
} from './admin/dispute-words.ts'
export type { DifferenceRow, DifferenceWhat } from './admin/differences.ts'
export type { DisputeAnswerView, DisputeFile, DisputeRow } from './admin/disputes.ts'
export {
  comparedHarms,
  comparedRates,
  comparisonAims,
  comparisonPoints,
  figureDimensions,
  figureDivisions,
  figureNames,
  figurePeriods,
  figureSteps,
  figureViews,
  type ComparedHarm,
  type ComparedRate,
  type ComparisonAim,
  type ComparisonPoints,
  type FigureDimension,
  type FigureDivision,
  type FigureName,
  type FigurePeriod,
  type FigureStep,
  type FigureView,
} from './admin/figure-words.ts'
export type { FigureCohort, FigureFact, FigurePoint, FigureRegion, FlowComparison } from './admin/figures.ts'
export type { TrustedFlagger } from './admin/flaggers.ts'
export type { InvoiceRow, VatRow } from './admin/invoices.ts'
export {
  journeyNames,
  mailingPlaceholders,
  segments,
  unknownPlaceholders,
  type JourneyName,
  type Segment,
} from './admin/mailing-words.ts'
export type { JourneyView, MailingRow, MailingState, MailingTexts, MailingView, ReasonNot } from './admin/mailings.ts'
export type { CampaignRow } from './admin/campaigns.ts'
export {
  oldKeyDays,
  postbackEvents,
  postbackNames,
  postbackStates,
  type CampaignKind,
  type OldKeyDays,
  type PostbackEvent,
  type PostbackName,
  type PostbackState,
} from './admin/campaign-words.ts'
export type { LinkReason, MemberFile, MemberMatch } from './admin/members.ts'
export {
  offerBuyers,
  offerKinds,
  offerStates,
  type OfferBuyer,
  type OfferKind,
  type OfferState,
} from './admin/offer-words.ts'
export type {
  OfferAffected,
  OfferChange,
  OfferDraft,
  OfferFault,
  OfferPlan,
  OfferPreview,
  OfferRow,
  OfferVersion,
  OfferView,
} from './admin/offers.ts'
export { flagOf, orderStates, paymentFlags, type OrderState, type PaymentFlag } from './admin/order-words.ts'
export type { OrderEvent, OrderFile, OrderRow } from './admin/orders.ts'
export type { PostbackRow } from './admin/postbacks.ts'
export {
  identifications,
  privacyOutcomes,
  privacyRequestKinds,
  privacyRequestWays,
  type Identification,
  type PrivacyOutcome,
  type PrivacyRequest,
  type PrivacyRequestKind,
  type PrivacyRequestWay,
} from './admin/privacy.ts'
export type { RiskCondition, RiskOutcomes, RiskRow, RiskRuleView } from './admin/risk.ts'
export type { StaffSessionState } from './admin/session.ts'
export type { Colleague } from './admin/staff.ts'
export type { TicketRow, TicketState, TicketView, TicketViewName } from './admin/tickets.ts'
export {
  transparencyFigures,
  type TransparencyFigure,
  type TransparencyRow,
  type TransparencySection,
} from './admin/transparency.ts'
export {
  keepable,
  unkeepable,
  viewPageNames,
  viewPages,
  type ViewPageName,
  type ViewQuery,
} from './admin/view-words.ts'
export type { SavedView } from './admin/views.ts'

/** Every endpoint of the console. Apart from `routes`, so that no page of members imports it. */
export const adminRoutes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...staffRoutes,
  ...auditRoutes,
  ...memberRoutes,
  ...heldRoutes,
  ...correctionRoutes,
  ...dataRightRoutes,
  ...noteRoutes,
  ...approvalRoutes,
  ...orderRoutes,
  ...differenceRoutes,
  ...disputeRoutes,
  ...invoiceRoutes,
  ...figureRoutes,
  ...restrictionRoutes,
  ...healthRoutes,
  ...caseAdminRoutes,
  ...riskRoutes,
  ...authorityOrderRoutes,
  ...flaggerRoutes,
  ...privacyRoutes,
  ...transparencyRoutes,
  ...ticketRoutes,
  ...campaignRoutes,
  ...affiliateDeskRoutes,
  ...postbackRoutes,
  ...mailingRoutes,
  ...offerRoutes,
  ...viewRoutes,
} as const
