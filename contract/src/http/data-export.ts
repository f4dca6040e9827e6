import * as z from 'zod/mini'
import { password, time, trackerId } from '../fields.ts'
import { route } from '../route.ts'

const dataExport = z.strictObject({
  /** `ready`: the archive can be downloaded until `expiresAt`. `failed`: the member can request it again. */
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** Parts of the archive written so far, and their total; 0 of 0 before it starts. */
  done: z.int(),
  all: z.int(),
  /** Size of a ready archive in bytes. */
  size: z.nullable(z.int()),
  expiresAt: z.nullable(time),
})
export type DataExportState = z.infer<typeof dataExport>

/** A member's own data: one archive with JSON files and their photos. */
export const dataExportRoutes = {
  dataExport: route({
    id: 'dataExport',
    method: 'GET',
    path: '/api/users/export',
    tag: 'account',
    access: 'member',
    summary: 'How far the archive of the member’s own data is.',
    reply: dataExport,
    failures: [401],
  }),
  askDataExport: route({
    id: 'askDataExport',
    method: 'POST',
    path: '/api/users/export',
    tag: 'account',
    access: 'member',
    summary:
      'Have an archive of all own data made, after the password or a fresh session; an email says when it is ready. One that is ready is replaced.',
    body: z.strictObject({ clickid: trackerId, password: z.optional(password) }),
    reply: dataExport,
    failures: [401, 403, 404],
  }),
  downloadDataExport: route({
    id: 'downloadDataExport',
    method: 'POST',
    path: '/api/users/export/download',
    tag: 'account',
    access: 'member',
    summary:
      'The address of the ready archive, after the password or a fresh session. Good for ten minutes and this member.',
    body: z.strictObject({ clickid: trackerId, password: z.optional(password) }),
    reply: z.strictObject({ path: z.string() }),
    failures: [401, 403, 404],
  }),
} as const
