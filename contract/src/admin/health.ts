import * as z from 'zod/mini'
import { route } from '../route.ts'
import { brandParams, done, reason, time } from './fields.ts'
import {
  diskStates,
  outcomeChannels,
  outcomeFaults,
  outcomeNames,
  serviceFaults,
  serviceKinds,
  serviceStates,
  upkeepKinds,
  upkeepStates,
} from './health-words.ts'
import { may } from './permissions.ts'

/** How many came to what; null for what the channel does not report. */
const outcomes = z.strictObject(
  Object.fromEntries(outcomeNames.map((name) => [name, z.nullable(z.int())])) as Record<
    (typeof outcomeNames)[number],
    z.ZodMiniNullable<z.ZodMiniInt>
  >,
)

export const healthRoutes = {
  staffHealth: route({
    id: 'staffHealth',
    method: 'GET',
    path: '/admin/api/:brand/health',
    tag: 'staff',
    access: may('readHealth'),
    summary:
      'Whether the database of the brand can be used, the figures of the work that waits there, its jobs by task, those that were given up, its size and its slow statements, the disk, and when it was last backed up: brands of one database have the same. Also whether the services outside that the brand uses answer, when they did not within 30 days, and what became of the brand’s mail, pushes and Telegram messages.',
    params: brandParams,
    reply: z.strictObject({
      ready: z.boolean(),
      version: z.strictObject({
        program: z.string(),
        /** Of the web build; `none` without one. */
        pages: z.string(),
        /** The newest migration that was applied. */
        schema: z.string(),
      }),
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
        /** The largest, with their indexes, at most eight. */
        tables: z.array(z.strictObject({ name: z.string(), bytes: z.number() })),
        /** Null where PostgreSQL does not count statements (`pg_stat_statements`). */
        statements: z.nullable(
          z.array(z.strictObject({ text: z.string(), calls: z.number(), meanMs: z.number(), totalMs: z.number() })),
        ),
      }),
      disk: z.strictObject({
        freeMb: z.number(),
        totalMb: z.number(),
        /** Below it, uploads, data exports and figures wait. */
        reserveMb: z.number(),
        state: z.enum(diskStates),
      }),
      upkeep: z.array(z.strictObject({ what: z.enum(upkeepKinds), state: z.enum(upkeepStates), at: z.nullable(time) })),
      /** Those that the brand has, also those that it shares. */
      services: z.array(
        z.strictObject({
          /** By what its calls are known. */
          service: z.string(),
          kind: z.enum(serviceKinds),
          /** Null where the kind says it. */
          name: z.nullable(z.string()),
          /** Whose it is; null for one that brands share. */
          brand: z.nullable(z.string()),
          state: z.enum(serviceStates),
          fault: z.nullable(z.enum(serviceFaults)),
          /** When it last answered. */
          okAt: z.nullable(time),
          /** Since when it has not. */
          since: z.nullable(time),
        }),
      ),
      /** Of these within 30 days, the latest first, at most 50. */
      outages: z.array(
        z.strictObject({
          service: z.string(),
          fault: z.enum(serviceFaults),
          beganAt: time,
          /** Null while it lasts. */
          endedAt: z.nullable(time),
        }),
      ),
      outcomes: z.strictObject({
        /** When they were last counted; once an hour. */
        countedAt: z.nullable(time),
        channels: z.array(
          z.strictObject({
            channel: z.enum(outcomeChannels),
            /** Of yesterday and today. */
            day: outcomes,
            /** Of seven days with today. */
            week: outcomes,
            fault: z.nullable(z.enum(outcomeFaults)),
          }),
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
