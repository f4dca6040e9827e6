import * as z from 'zod/mini'
import { trackerId } from '../fields.ts'
import { route } from '../route.ts'

export const ageCheckRoutes = {
  startAgeCheck: route({
    id: 'startAgeCheck',
    method: 'POST',
    path: '/api/ageCheck/wallet',
    tag: 'age checks',
    access: 'member',
    summary:
      "Begin an age check with the member's wallet: where to send the browser, which comes back with a `code`. 404 where there is nothing to check or no wallet is asked.",
    body: z.strictObject({ clickid: trackerId }),
    reply: z.strictObject({ url: z.string() }),
    failures: [401, 403, 404],
  }),
  finishAgeCheck: route({
    id: 'finishAgeCheck',
    method: 'POST',
    path: '/api/ageCheck/wallet/result',
    tag: 'age checks',
    access: 'member',
    summary:
      'What the wallet showed, by the `code` that the browser came back with; each counts once, for its member alone.',
    body: z.strictObject({ clickid: trackerId, code: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,2048}$/)) }),
    /** `refused`: the wallet showed nothing that counts, or its owner did not agree. */
    reply: z.strictObject({ result: z.enum(['over_18', 'under_18', 'refused']) }),
    failures: [401, 403, 404],
  }),
} as const
