import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, done, reason, roleSchema, staffEmail, staffName, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const oneOf = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const roles = z.array(roleSchema).check(z.minLength(1), z.maxLength(5))

const colleague = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  state: z.enum(['invited', 'active', 'left']),
  /** At this brand. */
  roles: z.array(roleSchema),
  /** Whether they have accepted them. Until then they count for nothing. */
  accepted: z.boolean(),
  hasFactor: z.boolean(),
  lastSeenAt: z.nullable(time),
})
export type Colleague = z.infer<typeof colleague>

/** Staff of one brand. Who has roles elsewhere only shows those of this brand. */
export const staffRoutes = {
  staffList: route({
    id: 'staffList',
    method: 'GET',
    path: '/admin/api/:brand/staff',
    tag,
    access: may('readStaff'),
    summary: 'Who has a role at the brand, or is invited to one.',
    params: brandParams,
    reply: z.array(colleague),
    failures: [401, 403],
  }),
  staffInvite: route({
    id: 'staffInvite',
    method: 'POST',
    path: '/admin/api/:brand/staff',
    tag,
    access: may('changeStaff'),
    summary:
      'Invites a person to roles at the brand, by mail; one who is new gets a link, for three days. The roles begin when they accept.',
    params: brandParams,
    body: z.strictObject({ email: staffEmail, name: staffName, roles, reason }),
    reply: z.strictObject({ id: z.uuid() }),
    failures: [401, 403, 409],
  }),
  staffSetRoles: route({
    id: 'staffSetRoles',
    method: 'PUT',
    path: '/admin/api/:brand/staff/:id/roles',
    tag,
    access: may('changeStaff'),
    summary:
      'Replaces the roles of a person at the brand, or of their invitation, if they are still `before` (`roles_changed`); the last owner stays one (`last_owner`).',
    params: oneOf,
    body: z.strictObject({ roles, before: roles, reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  staffLeave: route({
    id: 'staffLeave',
    method: 'POST',
    path: '/admin/api/:brand/staff/:id/leave',
    tag,
    access: may('changeStaff'),
    summary:
      'Takes all roles at the brand and ends every session; without any role left, the account is closed. Withdraws the invitation of who has not accepted.',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  staffReset: route({
    id: 'staffReset',
    method: 'POST',
    path: '/admin/api/:brand/staff/:id/reset',
    tag,
    access: may('changeStaff'),
    summary:
      'Removes password and factors of a person and mails them a link. Only an owner of each of their brands may (`elsewhere`). Who has not accepted is sent the invitation again.',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
