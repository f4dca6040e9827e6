import * as z from 'zod/mini'
import { isVisible } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done, line, reason, staffEmail, time } from './fields.ts'
import { may } from './permissions.ts'

const tag = 'moderation'
const ofFlagger = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const write = may('answerAuthorities')
/** To the form for notices. Shown once: only its hash is kept. */
const link = z.strictObject({ link: z.url() })

const flagger = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  addedAt: time,
  endedAt: z.nullable(time),
  /** Notices that came by the link. */
  notices: z.int(),
  /** How many of them were without reason. */
  unfounded: z.int(),
})
export type TrustedFlagger = z.infer<typeof flagger>

/** Entities whose notices come first (regulation (EU) 2022/2065, article 22). */
export const flaggerRoutes = {
  trustedFlaggers: route({
    id: 'trustedFlaggers',
    method: 'GET',
    path: '/admin/api/:brand/trusted-flaggers',
    tag,
    access: may('readAuthorities'),
    summary: 'Trusted flaggers of the brand, then those whose priority has ended; 200 at most.',
    params: brandParams,
    reply: z.strictObject({ flaggers: z.array(flagger) }),
    failures: [401, 403],
  }),
  addTrustedFlagger: route({
    id: 'addTrustedFlagger',
    method: 'POST',
    path: '/admin/api/:brand/trusted-flaggers',
    tag,
    access: write,
    summary:
      'Adds a trusted flagger. The same `id` again, after a lost answer, gives another link in place of the first.',
    params: brandParams,
    body: z.strictObject({ id: z.uuid(), name: line(120).check(z.refine(isVisible)), email: staffEmail, reason }),
    reply: link,
    failures: [401, 403, 409],
  }),
  renewTrustedFlagger: route({
    id: 'renewTrustedFlagger',
    method: 'POST',
    path: '/admin/api/:brand/trusted-flaggers/:id/link',
    tag,
    access: write,
    summary: 'Another link; the one before no longer counts.',
    params: ofFlagger,
    body: z.strictObject({ reason }),
    reply: link,
    failures: [401, 403, 404],
  }),
  endTrustedFlagger: route({
    id: 'endTrustedFlagger',
    method: 'POST',
    path: '/admin/api/:brand/trusted-flaggers/:id/end',
    tag,
    access: write,
    summary: 'Ends the priority; what was sent stays as it is.',
    params: ofFlagger,
    body: z.strictObject({ reason }),
    reply: done,
    failures: [401, 403, 404],
  }),
} as const
