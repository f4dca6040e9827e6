import * as z from 'zod/mini'
import { route } from '../route.ts'
import { auditActions } from './audit-actions.ts'
import { brandParams, day, time } from './fields.ts'
import { may } from './permissions.ts'

const entry = z.strictObject({
  seq: z.int(),
  at: time,
  /** The name of a person of staff, or of a command. */
  by: z.string(),
  byCommand: z.boolean(),
  /** Of a person of staff, to ask for what they did. */
  staffId: z.nullable(z.string()),
  action: z.enum(auditActions),
  subjectKind: z.string(),
  subjectId: z.nullable(z.string()),
  /** Of staff, their name; of who was only invited, as the brand wrote it. */
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

/** What the entries are narrowed to. */
const narrowed = {
  of: z._default(z.enum(['brand', 'staff']), 'brand'),
  action: z.optional(z.enum(auditActions)),
  staff: z.optional(z.uuid()),
  member: z.optional(z.uuid()),
  from: z.optional(day),
  to: z.optional(day),
}

export const auditRoutes = {
  audit: route({
    id: 'audit',
    method: 'GET',
    path: '/admin/api/:brand/audit',
    tag: 'staff',
    access: may('readAudit'),
    summary:
      'The newest entries of the brand, or of what happened to its staff; 50 a page. They can be narrowed by action, by who did it, by the member and by days of the company’s calendar, together.',
    params: brandParams,
    query: z.strictObject({ ...narrowed, before: z.optional(z.coerce.number().check(z.int(), z.positive())) }),
    reply: z.strictObject({ entries: z.array(entry), more: z.boolean() }),
    failures: [401, 403],
  }),
  auditCsv: route({
    id: 'auditCsv',
    method: 'GET',
    path: '/admin/api/:brand/audit.csv',
    tag: 'staff',
    access: may('exportAudit'),
    summary: 'The same entries as CSV, newest first. Recorded in the audit.',
    params: brandParams,
    query: z.strictObject(narrowed),
    reply: z.unknown(),
    failures: [401, 403],
  }),
} as const
