import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, done, time } from './fields.ts'
import { may } from './permissions.ts'

/** The name of what is held: the id of its route, and of what it is about where a member has several. */
const what = z.string().check(z.regex(/^[a-zA-Z]{1,40}( [0-9a-f-]{36})?$/))

/** Until when an action can be taken back, and as what. */
export const undo = z.strictObject({ what, until: time })
export type Undo = z.infer<typeof undo>

/** Of an action that is carried out once it can no longer be taken back. */
export const held = z.strictObject({ result: z.literal('OK'), undo })

export const heldRoutes = {
  undoMemberAction: route({
    id: 'undoMemberAction',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/undo',
    tag: 'staff',
    access: may('readMembers'),
    summary:
      'Takes back what one has just done in a member’s file, by the `what` of the reply, before it is carried out (`carried_out`). The member learns nothing of it; it is in the audit.',
    params: z.strictObject({ ...brandParams.shape, id: z.uuid() }),
    body: z.strictObject({ what }),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
