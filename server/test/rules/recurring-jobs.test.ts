import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allJobs, jobsOfModules } from '#src/jobs.ts'
import { type JobFacts, minutes } from '#platform/jobs/job.ts'
import { tablesOfModules } from '#src/tables.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
let here: string
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  // A member who was online, has left, and has data, so that no job finds an empty installation.
  const { session } = await testServer.member()
  here = session.angelId
  await testServer.database.pool.query(
    `insert into member_presence (member_id, arrived_at, seen_at) values ($1, now() - interval '1 hour', now() - interval '1 hour')`,
    [here],
  )
})
afterAll(() => testServer?.close())

const recurring: readonly (readonly [string, JobFacts])[] = Object.entries(allJobs).filter(([, { at }]) => at)

describe('jobs', () => {
  it('are each declared by one module, which runs them', () => {
    const declared = Object.values(jobsOfModules).flatMap(Object.keys)
    expect(declared).toEqual([...new Set(declared)])
    // The demo is not part of a real installation.
    const real = declared.filter((name) => !Object.hasOwn(jobsOfModules['demo'] ?? {}, name))
    expect(Object.keys(testServer.context.jobs.handlers).toSorted()).toEqual(real.toSorted())
  })

  it('delete the rows of the tables that name them', () => {
    // The platform names no job of a module.
    const { platform: _, ...tables } = tablesOfModules
    const keeping = Object.values(tables).flatMap((facts) => Object.values(facts).map(({ keep }) => keep))
    const named = keeping.flatMap((rule) => (rule.kind === 'sweep' ? [rule.job] : []))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((job) => !Object.hasOwn(allJobs, job))).toEqual([])
  })
})

describe('recurring jobs', () => {
  it('that wait for each other have limits, and those of an hour fit into it', () => {
    const takes = (queue: string): number =>
      recurring
        .filter(([, job]) => job.queue === queue)
        // A few statements, however many rows there are.
        .filter(([name]) => name !== 'make-months')
        .reduce((sum, [, { limitMs = Infinity }]) => sum + limitMs, 0)
    expect(takes('hourly')).toBeLessThanOrEqual(minutes(60))
    expect(takes('nightly')).toBeLessThanOrEqual(minutes(240))
  })

  // Each queue is at one of the four places of a process: what members wait for finds another.
  it('that may take long are in two queues', () => {
    const long = recurring.filter(([, { at = '' }]) => !/^\*(\/10)? \* /.test(at))
    expect(long.length).toBeGreaterThan(10)
    expect(new Set(long.map(([, { queue }]) => queue))).toEqual(new Set(['hourly', 'nightly']))
  })

  it('alone have a queue', () => {
    const others = Object.entries(allJobs as Readonly<Record<string, JobFacts>>).filter(([, { at }]) => !at)
    expect(others.filter(([, { queue, oneWaits }]) => queue ?? oneWaits)).toEqual([])
  })

  // Their statements are collected here too, for the step that explains each of them.
  it('run on a new installation, and again right afterwards', async () => {
    const handlers = new Map(Object.entries(testServer.context.jobs.handlers))
    const names = recurring.map(([name]) => name).filter((name) => handlers.has(name))
    for (const name of [...names, ...names]) await handlers.get(name)?.({} as never, { attempt: 1, last: false })
    const { rowCount } = await testServer.database.pool.query('select from member_presence where member_id = $1', [
      here,
    ])
    expect(rowCount).toBe(0)
  })
})
