import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, done, reason, time } from './fields.ts'
import { may } from './permissions.ts'

export const healthRoutes = {
  staffHealth: route({
    id: 'staffHealth',
    method: 'GET',
    path: '/admin/api/:brand/health',
    tag: 'staff',
    access: may('readHealth'),
    summary:
      'Whether the database of the brand can be used, the figures of the work that waits there, its jobs by task, those that were given up, its size and its slow statements. Brands of one database have the same.',
    params: brandParams,
    reply: z.strictObject({
      ready: z.boolean(),
      version: z.string(),
      figures: z.array(z.strictObject({ name: z.string(), value: z.number() })),
      tasks: z.array(
        z.strictObject({
          task: z.string(),
          lane: z.string(),
          waiting: z.int(),
          /** Due, and not begun. */
          due: z.int(),
          running: z.int(),
          failed: z.int(),
        }),
      ),
      /** False if there are more jobs than are counted. */
      countsAll: z.boolean(),
      /** Given up after their last attempt, the latest first, at most 50. */
      failed: z.array(
        z.strictObject({
          id: z.string(),
          task: z.string(),
          attempts: z.int(),
          /** The first line, without addresses. */
          error: z.string(),
          at: time,
        }),
      ),
      database: z.strictObject({
        bytes: z.number(),
        /** Null where PostgreSQL does not count statements (`pg_stat_statements`). */
        statements: z.nullable(
          z.array(z.strictObject({ text: z.string(), calls: z.number(), meanMs: z.number(), totalMs: z.number() })),
        ),
      }),
    }),
    failures: [401, 403],
  }),
  retryJob: route({
    id: 'retryJob',
    method: 'POST',
    path: '/admin/api/:brand/health/jobs/:job/retry',
    tag: 'staff',
    access: may('retryJobs'),
    summary: 'Runs a job again that was given up, with all its attempts (`not_failed`: it is none of these any more).',
    params: z.strictObject({ ...brandParams.shape, job: z.string().check(z.regex(/^\d{1,18}$/)) }),
    body: z.strictObject({ reason }),
    reply: done,
    failures: [400, 401, 403, 409],
  }),
} as const
