import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, time } from './fields.ts'
import { may } from './permissions.ts'

/** Everything that is recorded, by subject. The console names each in words. */
export const auditActions = [
  // Staff
  'signed_in',
  'signed_out',
  'session_elsewhere',
  'second_factor_shown',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'password_changed',
  'staff_created',
  'staff_invited',
  'staff_joined',
  'staff_roles_set',
  'staff_left',
  'staff_reset',
  'unusual_reading',
  'view_shared',
  'view_unshared',
  // Members
  'members_searched',
  'member_opened',
  'member_links_read',
  'conversation_read',
  'member_reactivated',
  'member_suspended',
  'member_held',
  'member_released',
  'member_restricted',
  'restriction_lifted',
  'member_corrected',
  'email_confirmed',
  'reset_sent',
  'credits_granted',
  'export_asked',
  'deletion_started',
  'note_added',
  'note_changed',
  'note_deleted',
  // Moderation
  'case_decided',
  'case_undone',
  'case_escalated',
  'case_file_opened',
  'report_decided',
  'review_decided',
  'photo_decided',
  'verification_decided',
  'rule_written',
  'rule_simulated',
  'rule_live',
  'rule_off',
  'rule_queued',
  'rule_slowed',
  'privacy_request_recorded',
  'privacy_request_extended',
  'privacy_request_closed',
  'authority_order_recorded',
  'authority_order_opened',
  'authority_order_step',
  'flagger_added',
  'flagger_link_renewed',
  'flagger_ended',
  'transparency_exported',
  // Support
  'ticket_opened',
  'ticket_answered',
  'ticket_answer_undone',
  'ticket_noted',
  'ticket_state_set',
  'ticket_assigned',
  // Mailings
  'mailing_made',
  'mailing_changed',
  'mailing_deleted',
  'mailing_tested',
  'mailing_submitted',
  'mailing_approved',
  'mailing_refused',
  'mailing_stopped',
  'journey_switched',
  // Money
  'order_opened',
  'money_exported',
  'figures_exported',
  'figure_rows_read',
  'payment_refunded',
  'approval_asked',
  'approval_changed',
  'approval_withdrawn',
  'approval_given',
  'approval_refused',
  'payment_resolved',
] as const
export type AuditAction = (typeof auditActions)[number]

const entry = z.strictObject({
  seq: z.int(),
  at: time,
  /** The name of a person of staff, or of a command. */
  by: z.string(),
  byCommand: z.boolean(),
  action: z.enum(auditActions),
  subjectKind: z.string(),
  subjectId: z.nullable(z.string()),
  /** Of staff, their name. */
  subjectName: z.nullable(z.string()),
  /** Whose data it concerned, while they have an account. */
  memberId: z.nullable(z.string()),
  /** Null where the member it was about has been erased. */
  reason: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
  erased: z.boolean(),
  address: z.nullable(z.string()),
})
export type AuditEntryView = z.infer<typeof entry>

export const auditRoutes = {
  audit: route({
    id: 'audit',
    method: 'GET',
    path: '/admin/api/:brand/audit',
    tag: 'staff',
    access: may('readAudit'),
    summary: 'The newest entries of the brand, or of what happened to its staff; 50 a page.',
    params: brandParams,
    query: z.strictObject({
      of: z._default(z.enum(['brand', 'staff']), 'brand'),
      before: z.optional(z.coerce.number().check(z.int(), z.positive())),
      staff: z.optional(z.uuid()),
      member: z.optional(z.uuid()),
    }),
    reply: z.strictObject({ entries: z.array(entry), more: z.boolean() }),
    failures: [401, 403],
  }),
} as const
