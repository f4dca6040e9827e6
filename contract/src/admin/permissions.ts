import type { StaffAccess, StaffRole } from '../route.ts'

/**
 * Who may do what at a brand: the one table that the binder, the console's navigation and the tests read. `fresh` asks for
 * the second factor again if it was not shown in the last ten minutes.
 */
export const permissions = {
  readMembers: { roles: ['owner', 'support', 'moderator', 'finance'] },
  /** Other accounts with the same card, browser, network, phone or photo. */
  readLinks: { roles: ['owner', 'moderator'] },
  /** The photos of a file, also those that wait or were refused. */
  readPhotos: { roles: ['owner', 'support', 'moderator'] },
  reactivateMembers: { roles: ['owner', 'support'] },
  /** A link for a new password, to the member's own address. */
  sendResets: { roles: ['owner', 'support'], fresh: true },
  /** Warn, silence, suspend and remove, and end that before its time. */
  restrictMembers: { roles: ['owner', 'moderator'], fresh: true },
  /** The name, the age, the gender, where a member lives, a confirmed address. */
  correctMembers: { roles: ['owner', 'support'], fresh: true },
  /** Reported messages and those around them. */
  readConversations: { roles: ['owner', 'moderator'], fresh: true },
  /** Notes for colleagues. */
  noteMembers: { roles: ['owner', 'support', 'moderator', 'finance'] },
  /** Export and erasure for members who asked support for it. */
  serveDataRights: { roles: ['owner', 'support'], fresh: true },
  /** What people asked about their data, and by when it has to be answered. */
  readPrivacy: { roles: ['owner', 'support'] },
  answerPrivacy: { roles: ['owner', 'support'], fresh: true },
  holdMembers: { roles: ['owner'] },
  /** Pay an order back, whole or in part. */
  refundOrders: { roles: ['owner', 'support', 'finance'], fresh: true },
  /** Orders, invoices, VAT and disputes. */
  readMoney: { roles: ['owner', 'finance'] },
  /** Take them away as a file. */
  exportMoney: { roles: ['owner', 'finance'], fresh: true },
  /** Send evidence for a contested payment, or accept its loss. */
  answerDisputes: { roles: ['owner', 'finance'], fresh: true },
  /** Charts and tables of counted figures: they name no one. */
  readFigures: { roles: ['owner', 'finance', 'marketing'] },
  exportFigures: { roles: ['owner', 'finance', 'marketing'], fresh: true },
  /** Close what waits of a payment, once it was looked after. */
  resolvePayments: { roles: ['owner', 'finance'], fresh: true },
  /** Requests for what is above the limit of a role. Deciding one also needs the permission of what it asks for. */
  readApprovals: { roles: ['owner', 'support', 'finance'] },
  decideApprovals: { roles: ['owner', 'finance'], fresh: true },
  grantCredits: { roles: ['owner', 'support'], fresh: true },
  /** The queue of cases: reports, photos, reviews, appeals. */
  moderate: { roles: ['owner', 'moderator'] },
  /** Rules that queue or slow: write, simulate and stop them. */
  writeRules: { roles: ['owner', 'moderator'], fresh: true },
  /** Set a simulated rule to work. */
  runRules: { roles: ['owner'], fresh: true },
  /** Orders of authorities, and what was done about each. */
  readAuthorities: { roles: ['owner'] },
  answerAuthorities: { roles: ['owner'], fresh: true },
  /** The yearly transparency report, and statements of reasons for the Commission’s database. */
  readTransparency: { roles: ['owner'] },
  /** The support inbox: what people write to the brand. */
  answerTickets: { roles: ['owner', 'support'] },
  /** Newsletters and journeys. */
  readMailings: { roles: ['owner', 'marketing'] },
  /** Write, test and submit them, and stop one at once. */
  writeMailings: { roles: ['owner', 'marketing'] },
  /** Let another person's mailing go out, and turn journeys on. */
  approveMailings: { roles: ['owner', 'marketing'], fresh: true },
  /** Sources, campaigns and affiliates with their figures, and what became of the calls to their trackers. */
  readCampaigns: { roles: ['owner', 'marketing'] },
  /** Names and notes, a test of a postback, and another attempt. */
  writeCampaigns: { roles: ['owner', 'marketing'] },
  /** Affiliates with their keys, and the addresses to which is reported. */
  manageAffiliates: { roles: ['owner', 'marketing'], fresh: true },
  /** Flows with their plans, legal pages, saved answers. */
  readOffers: { roles: ['owner', 'marketing'] },
  /** Write and submit drafts of them, and take one back. */
  writeOffers: { roles: ['owner', 'marketing'] },
  /** Approve another person's draft, as with mailings. */
  approveOffers: { roles: ['owner', 'marketing'], fresh: true },
  /** Publish what was approved, and roll it back. */
  publishOffers: { roles: ['owner', 'marketing'], fresh: true },
  /** Filters of a page under a name, for oneself. */
  saveViews: { roles: ['owner', 'support', 'moderator', 'finance', 'marketing'] },
  /** Show one to everybody of the brand. */
  shareViews: { roles: ['owner'] },
  readAudit: { roles: ['owner'] },
  /** It names members and what was found about them. */
  exportAudit: { roles: ['owner'], fresh: true },
  readHealth: { roles: ['owner', 'support'] },
  /** Run a job again that was given up. */
  retryJobs: { roles: ['owner'], fresh: true },
  readStaff: { roles: ['owner'] },
  changeStaff: { roles: ['owner'], fresh: true },
} as const satisfies Readonly<Record<string, Permission>>

interface Permission {
  readonly roles: readonly StaffRole[]
  readonly fresh?: true
}

export type PermissionId = keyof typeof permissions

/** The access of a route that needs the permission. */
export const may = (id: PermissionId): StaffAccess => {
  const { roles, fresh }: Permission = permissions[id]
  return { staff: roles, ...(fresh && { fresh }) }
}

/** Whether these roles at a brand include the permission. */
export const isAllowed = (id: PermissionId, roles: readonly StaffRole[]): boolean =>
  (permissions[id].roles as readonly StaffRole[]).some((role) => roles.includes(role))
