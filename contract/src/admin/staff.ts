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
    summary: 'Who has a role at the brand.',
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
    summary: 'Gives a person roles at the brand; one who is new gets a link by mail, for three days.',
    params: brandParams,
    body: z.strictObject({ email: staffEmail, name: staffName, roles, reason }),
    reply: z.strictObject({ id: z.uuid(), invited: z.boolean() }),
    failures: [401, 403, 409],
  }),
  staffSetRoles: route({
    id: 'staffSetRoles',
    method: 'PUT',
    path: '/admin/api/:brand/staff/:id/roles',
    tag,
    access: may('changeStaff'),
    summary:
      'Replaces the roles of a person at the brand, if they are still `before` (`roles_changed`); the last owner stays one (`last_owner`).',
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
    summary: 'Takes all roles at the brand and ends every session; without any role left, the account is closed.',
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
      'Removes password and factors of a person and mails them a link. Only an owner of each of their brands may (`elsewhere`).',
    params: oneOf,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
