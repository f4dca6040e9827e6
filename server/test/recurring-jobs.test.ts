import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeLimits } from '../src/platform/time-limits.ts'
import { startTestServer, type TestServer } from './test-server.ts'

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

const jobNames = () => testServer.context.jobs.crontab.map((line) => line.split(' ')[5] ?? '')

describe('recurring jobs', () => {
  it('are each listed once and have a handler', () => {
    const names = jobNames()
    expect(names.length).toBeGreaterThan(10)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !(name in testServer.context.jobs.handlers))).toEqual([])
  })

  it('for money, credits and emails run at their times', () => {
    const times = [
      '* * * * * payment-sweep ?queue=payment-sweep&jobKey=payment-sweep',
      '* * * * * subscription-renew ?queue=subscription-renew&jobKey=subscription-renew',
      '* * * * * subscription-end',
      '53 2 * * * payment-reconcile ?queue=nightly',
      '*/10 * * * * free-credits-refill',
      '43 2 * * * credits-check-changes ?queue=nightly',
      '13 4 * * 0 credits-check-everybody ?queue=nightly',
      '* * * * * outreach-requeue',
    ]
    expect(testServer.context.jobs.crontab).toEqual(expect.arrayContaining(times))
  })

  it('are listed in docs/operations.md with their time, queue and limit', () => {
    const limitOf = (name: string): string => {
      const ms = timeLimits[name as keyof typeof timeLimits] as number | undefined
      if (ms === undefined) return ''
      return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
    }
    const code = testServer.context.jobs.crontab.map((line) => {
      const [, when, name = '', options = ''] = /^((?:\S+ ){5})(\S+)(?: \?(\S+))?$/.exec(line) ?? []
      const queue = new URLSearchParams(options).get('queue') ?? ''
      return [`\`${name}\``, `\`${when?.trim()}\``, queue, limitOf(name)].join(' | ')
    })
    const operations = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    const section = /## Recurring jobs\n(.*?)\n## /s.exec(operations)?.[1] ?? ''
    const listed = [...section.matchAll(/^\| (`.*)$/gm)].map(([, row = '']) =>
      row
        .split('|')
        .slice(0, 4)
        .map((cell) => cell.trim())
        .join(' | '),
    )
    expect(listed.toSorted()).toEqual(code.toSorted())
    const jobs = new Set(code.map((row) => /`([^`]+)`/.exec(row)?.[1]))
    expect(Object.keys(timeLimits).filter((name) => !jobs.has(name))).toEqual([])
  })

  it('that wait for each other have limits, and those of an hour fit into it', () => {
    const minutesOf = (queue: string): number =>
      testServer.context.jobs.crontab
        .filter((line) => line.includes(`?queue=${queue}`))
        .map((line) => line.split(' ')[5] as keyof typeof timeLimits | 'make-months')
        // A few statements, however many rows there are.
        .filter((name) => name !== 'make-months')
        .reduce((sum, name) => sum + timeLimits[name] / 60_000, 0)
    expect(minutesOf('hourly')).toBeLessThanOrEqual(60)
    expect(minutesOf('nightly')).toBeLessThanOrEqual(240)
  })

  // Each queue is at one of the four places of a process: what members wait for finds another.
  it('that may take long are in two queues', () => {
    const short = testServer.context.jobs.crontab.filter((line) => /^\*(\/10)? \* /.test(line))
    const long = testServer.context.jobs.crontab.filter((line) => !short.includes(line))
    expect(long.length).toBeGreaterThan(10)
    expect(long.filter((line) => !/ \?queue=(hourly|nightly)$/.test(line))).toEqual([])
  })

  // Their statements are collected here too, for the step that explains each of them.
  it('run on a new installation, and again right afterwards', async () => {
    const handlers = new Map(Object.entries(testServer.context.jobs.handlers))
    for (const name of [...jobNames(), ...jobNames()])
      await handlers.get(name)?.({} as never, { attempt: 1, last: false })
    const { rowCount } = await testServer.database.pool.query('select from member_presence where member_id = $1', [
      here,
    ])
    expect(rowCount).toBe(0)
  })
})
