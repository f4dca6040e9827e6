import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, reason } from './fields.ts'
import { held } from './held.ts'
import { may } from './permissions.ts'

const tag = 'staff'
const ofMember = z.strictObject({ ...brandParams.shape, id: z.uuid() })

export const dataRightRoutes = {
  exportMember: route({
    id: 'exportMember',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/export',
    tag,
    access: may('serveDataRights'),
    summary:
      'Makes the archive of the own data of a member who asked support for it. They get a mail and download it themselves; staff never see it. Of an open account (`closed`).',
    params: ofMember,
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409, 429],
  }),
  eraseMember: route({
    id: 'eraseMember',
    method: 'POST',
    path: '/admin/api/:brand/members/:id/erase',
    tag,
    access: may('serveDataRights'),
    summary:
      'Closes an open account (`closed`) and erases it in 30 days, for a member who asked support for it; they get the mail of their own deletion, whose link cancels it. Refused under a legal hold (`held`).',
    params: ofMember,
    body: z.strictObject({ reason }),
    reply: held,
    failures: [401, 403, 404, 409],
  }),
} as const
