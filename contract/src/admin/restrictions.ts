import * as z from 'zod/mini'
import { clauseKeys, restrictionGrounds } from '../moderation-rules.ts'
import { text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, reason } from './fields.ts'
import { held } from './held.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofMember = z.strictObject({ ...brandParams.shape, id: z.uuid() })

/** What staff can do against a member from the file; content is removed in the queue, where it is seen. */
const fileRestrictions = ['warning', 'messaging_off', 'suspension', 'removal'] as const
export type FileRestriction = (typeof fileRestrictions)[number]

/** Those that end by themselves after a number of days. */
export const endingRestrictions: ReadonlySet<FileRestriction> = new Set(['messaging_off', 'suspension'])

export const restrictionRoutes = {
  restrictMember: route({
    id: 'restrictMember',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/restrict',
    tag,
    access: may('restrictMembers'),
    summary:
      'Warns, silences, suspends or removes a member, who gets the statement of reasons. `days` for what ends by itself, and only for that. 409 `restricted_already` while the same, or more, is in force, `closed` for an account that its member has closed. 403 `own_report` about whom the person reported as a member.',
    params: ofMember,
    body: z.strictObject({
      kind: z.enum(fileRestrictions),
      clause: z.enum(clauseKeys),
      /** By default the rule's own. */
      ground: z.optional(z.enum(restrictionGrounds)),
      /** What happened, in the member's language. */
      facts: text(2000),
      days: z.optional(z.int().check(z.gte(1), z.lte(365))),
      reason,
    }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
  liftRestriction: route({
    id: 'liftRestriction',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/restrictions/:restriction/lift',
    tag,
    access: may('restrictMembers'),
    summary:
      'Ends a restriction before its time and notifies the member. Another person does it than the one who decided (`decided_by_same`), and not while an appeal against it waits (`appealed`).',
    params: z.strictObject({ ...ofMember.shape, restriction: z.uuid() }),
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
} as const
