import type { AuditAction, AuditDetailKey, ViewPageName } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { roleName } from '#console/base/roles.ts'
import { accountNames } from '#console/features/approvals/request-words.ts'
import {
  orderKindNames,
  outcomeNames as orderOutcomes,
  stepNames,
} from '#console/features/authorities/authority-texts.ts'
import { eventTexts, stateTexts } from '#console/features/campaigns/campaign-texts.ts'
import { dimensionTexts, figureTexts } from '#console/features/figures/figure-texts.ts'
import { journeyTexts, segmentNames } from '#console/features/mailings/mailing-texts.ts'
import { matchName } from '#console/features/members/member-words.ts'
import {
  identificationNames,
  kindNames as requestKinds,
  outcomeNames,
} from '#console/features/privacy/privacy-texts.ts'
import { kindNames as caseKinds, verdicts } from '#console/features/queue/queue-texts.ts'
import { heldNames } from '#console/parts/held-names.ts'
import { ticketStates } from '#console/parts/ticket-states.ts'
import { languageNames } from '#console/parts/language-names.ts'
import { accountStateNames } from '#console/parts/member-words.ts'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { actionName } from './action-names.ts'

export type Words = Readonly<Record<string, MessageDescriptor>>

const namesIn = (table: Readonly<Record<string, { readonly name: MessageDescriptor }>>): Words =>
  Object.fromEntries(Object.entries(table).map(([key, { name }]) => [key, name]))

const pageNames: Readonly<Record<ViewPageName, MessageDescriptor>> = {
  support: msg`Support`,
  queue: msg`Queue`,
  disputes: msg`Disputes`,
  transparency: msg`Transparency`,
  privacy: msg`Privacy`,
  orders: msg`Orders`,
  invoices: msg`Invoices and VAT`,
  figures: msg`Figures`,
  campaigns: msg`Campaigns`,
  mailings: msg`Mailings`,
  audit: msg`Audit`,
}

/** What the details of any entry may say. */
const common: Readonly<Partial<Record<AuditDetailKey, Words>>> = {
  account: accountNames,
  action: actionName,
  as: { csv: msg`CSV`, markdown: msg`Markdown` },
  effect: { queue: msg`Brings before the moderators`, slow: msg`Limits conversations` },
  event: eventTexts,
  factor: { totp: msg`Codes of an app`, passkey: msg`Passkey`, recovery: msg`Recovery code` },
  ground: { illegal: msg`Illegal`, terms: msg`Against the terms` },
  identifiedBy: identificationNames,
  journey: namesIn(journeyTexts),
  locale: languageNames,
  metric: figureTexts,
  metrics: figureTexts,
  of: dimensionTexts,
  page: pageNames,
  restriction: restrictionNames,
  roles: roleName,
  segment: segmentNames,
  state: accountStateNames,
  verdict: Object.fromEntries(verdicts.map(({ verdict, name }) => [verdict, name])),
  what: {
    audit: msg`Audit of members and brand`,
    audit_of_staff: msg`Audit of staff`,
    report: msg`Transparency report`,
    statements: msg`Statements of reasons`,
    invoices: msg`Invoices and credit notes`,
    vat: msg`VAT`,
    name: msg`Name`,
    home: msg`Where the member lives`,
    age: msg`Age`,
    gender: msg`Listed among`,
    claim: msg`Claim of a lost dispute`,
    files: msg`Members’ files`,
    searches: msg`Searches`,
    money: msg`Orders and disputes`,
    tickets: msg`Requests to support`,
    exports: msg`Exported tables`,
  },
}

const listedNames: Words = { listed_woman: msg`Women`, listed_man: msg`Men`, listed_both: msg`Women and men` }
const approvals = { kind: { credits: msg`Credits`, refund: msg`A refund` } } as const

/** What means something else with some actions. */
const byAction: Readonly<Partial<Record<AuditAction, Readonly<Partial<Record<AuditDetailKey, Words>>>>>> = {
  staff_roles_set: { before: roleName, after: roleName },
  invitation_withdrawn: { before: roleName },
  staff_left: { before: roleName },
  members_searched: { by: matchName },
  member_restricted: { kind: restrictionNames },
  restriction_lifted: { kind: restrictionNames },
  member_action_undone: { what: heldNames },
  member_action_dropped: { what: heldNames },
  member_corrected: { before: listedNames, after: listedNames },
  case_opened: { kind: caseKinds },
  case_decided: { kind: caseKinds },
  ticket_opened: { state: namesIn(ticketStates) },
  ticket_state_set: { before: namesIn(ticketStates), after: namesIn(ticketStates) },
  privacy_request_recorded: { kind: requestKinds },
  privacy_request_closed: { kind: requestKinds, outcome: outcomeNames },
  authority_order_recorded: { kind: orderKindNames },
  authority_order_step: { step: stepNames, outcome: orderOutcomes },
  figures_exported: {
    by: { ...dimensionTexts, brand: msg`Brand` },
    step: { day: msg`By day`, week: msg`By week`, month: msg`By month` },
  },
  campaign_named: { by: dimensionTexts },
  postback_retried: { state: namesIn(stateTexts) },
  approval_asked: approvals,
  approval_changed: approvals,
  approval_withdrawn: approvals,
  approval_given: approvals,
  approval_refused: approvals,
}

/** The words for what a detail says; undefined where it is a name, a number or an id. */
export const wordsOf = (action: AuditAction, key: string): Words | undefined =>
  byAction[action]?.[key as AuditDetailKey] ?? common[key as AuditDetailKey]
