import * as z from 'zod/mini'
import { isVisible, text } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofMember = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const ofNote = z.strictObject({ ...ofMember.shape, note: z.uuid() })
const body = z.strictObject({ text: text(2000).check(z.refine(isVisible)) })

export const memberNote = z.strictObject({
  id: z.uuid(),
  text: z.string(),
  by: z.string(),
  at: time,
  editedAt: z.nullable(time),
  /** Until when the person who asks may change or delete it; null for what is another’s or older. */
  changeableUntil: z.nullable(time),
})

export const noteRoutes = {
  addMemberNote: route({
    id: 'addMemberNote',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/notes',
    tag,
    access: may('noteMembers'),
    summary: 'Adds a note about a member for colleagues. It is in the member’s export of their data.',
    params: ofMember,
    body,
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  changeMemberNote: route({
    id: 'changeMemberNote',
    method: 'PUT',
    path: '/admin/api/:brand/members/:id/notes/:note',
    tag,
    access: may('noteMembers'),
    summary: 'Changes one’s own note (`not_yours`) within 15 minutes of writing it (`too_late`).',
    params: ofNote,
    body,
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  deleteMemberNote: route({
    id: 'deleteMemberNote',
    method: 'DELETE',
    path: '/admin/api/:brand/members/:id/notes/:note',
    tag,
    access: may('noteMembers'),
    summary: 'Deletes one’s own note (`not_yours`) within 15 minutes of writing it (`too_late`).',
    params: ofNote,
    reply: done,
    failures: [401, 403, 404, 409],
  }),
} as const
