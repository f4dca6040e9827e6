import { expect } from 'vitest'
import { moderateReviews } from '#commands/reviews.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import type { TestServer } from './test-server.ts'

const enqueueEmail = emailQueue(() => new Date())

/** Decides the single waiting review by the command. */
export async function decideReview(
  { database: { db } }: TestServer,
  verb: 'publish' | 'refuse',
  ...more: string[]
): Promise<void> {
  const { id } = await db.selectFrom('reviews').select('id').where('state', '=', 'pending').executeTakeFirstOrThrow()
  const said = await moderateReviews([verb, '--brand', 'local', '--id', id, ...more], {
    db,
    enqueueEmail,
    clock: () => new Date(),
    brandKeys: ['local'],
    user: 'root',
  })
  expect(said).toMatchObject({ ok: true })
}
