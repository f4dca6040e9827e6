import { expect, it, vi } from 'vitest'
import { bindJobs, crontabLine, type DeclaredJob, type JobRun, type PayloadsOf, toRun } from './job.ts'

it.each([
  [{ at: '7 * * * *' }, '7 * * * * sweep'],
  [{ at: '7 * * * *', queue: 'hourly' }, '7 * * * * sweep ?queue=hourly'],
  [{ at: '* * * * *', oneWaits: true }, '* * * * * sweep ?jobKey=sweep'],
  [{ at: '* * * * *', queue: 'sweep', oneWaits: true }, '* * * * * sweep ?queue=sweep&jobKey=sweep'],
  [{ queue: 'hourly' }, undefined],
] as const)('the line of %j is %s', (facts, line) => {
  expect(crontabLine('sweep', { does: 'sweeps', ...facts })).toBe(line)
})

const table = (seen: unknown[]) => ({
  once: { does: 'runs when it is asked to', lane: 'urgent', run: note(seen) } satisfies DeclaredJob<string>,
  hourly: { does: 'recurs', at: '7 * * * *', limitMs: 500, run: note(seen) } satisfies DeclaredJob<string>,
})
const note = (seen: unknown[]) => async (deps: string, payload: { readonly id: string }, run: JobRun) =>
  seen.push({ deps, payload, ...run })

it('a job runs with its dependencies, its payload and the time that it has', async () => {
  const seen: unknown[] = []
  const { handlers, crontab, lanes } = toRun(bindJobs(table(seen), 'deps'))
  const run = handlers as Readonly<Record<string, (payload: object, job: object) => Promise<void>>>
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  try {
    await run['once']?.({ id: 'a' }, { attempt: 2, last: true })
    await run['hourly']?.({ id: 'b' }, { attempt: 1, last: false })
  } finally {
    clock.mockRestore()
  }
  expect(seen).toEqual([
    { deps: 'deps', payload: { id: 'a' }, attempt: 2, last: true, until: Infinity },
    { deps: 'deps', payload: { id: 'b' }, attempt: 1, last: false, until: 1500 },
  ])
  expect([crontab, lanes]).toEqual([['7 * * * * hourly'], { once: 'urgent' }])
})

it('the payload that a job reads is the one that may be added', () => {
  type Payloads = PayloadsOf<{
    reads: { does: string; run: (deps: string, payload: { readonly id: string }) => Promise<void> }
    ignores: { does: string; run: (deps: string) => Promise<void> }
    'has time': { does: string; run: (deps: string, _: never, run: JobRun) => Promise<void> }
  }>
  const payloads: Payloads = { reads: { id: 'a' }, ignores: {}, 'has time': {} }
  // @ts-expect-error an id is text
  const wrong: Payloads = { ...payloads, reads: { id: 1 } }
  // @ts-expect-error nothing is read
  const unread: Payloads = { ...payloads, ignores: { id: 'a' } }
  expect([wrong, unread]).toHaveLength(2)
})
