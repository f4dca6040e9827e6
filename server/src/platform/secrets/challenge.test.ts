import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { createChallenges } from './challenge.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { sweepUsed, useOnce } from './single-use.ts'
import { sweepAttempts } from './attempts.ts'

const challenges = createChallenges([Buffer.alloc(32, 1)])
const minute = 60_000
let test: Awaited<ReturnType<typeof createTestDatabase>>
let database: DatabaseHandle
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase(test.url)
}, 60_000)
afterAll(async () => {
  await database?.close()
  await test?.drop()
})

/** Five minutes before a full hour. */
const start = new Date('2026-11-22T10:55:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
async function solve(at = start, difficulty = 0): Promise<string> {
  const { maxnumber: _, ...made } = await challenges.make(at, difficulty)
  let number = 0
  while (createHash('sha256').update(`${made.salt}${number}`).digest('hex') !== made.challenge) number += 1
  return Buffer.from(JSON.stringify({ ...made, number })).toString('base64')
}
const accepts = (solution: string | undefined, at: Date, difficulty?: number): Promise<boolean> =>
  challenges.require(database.db, solution, at, difficulty).then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe('challenge_required')
      return false
    },
  )

it('accepts a solved challenge once, also after the hour has changed and limits were swept', async () => {
  const solution = await solve()
  expect(await accepts(solution, after(minute))).toBe(true)
  expect(await accepts(solution, after(2 * minute))).toBe(false)
  await sweepAttempts(database.db, after(9 * minute))
  await sweepUsed(database.db, after(9 * minute))
  expect(await accepts(solution, after(9 * minute))).toBe(false)
  // The same solution in another encoding.
  const again = JSON.parse(Buffer.from(solution, 'base64').toString()) as object
  const rewritten = Buffer.from(JSON.stringify({ extra: 1, ...again })).toString('base64')
  expect(await accepts(rewritten, after(9 * minute))).toBe(false)
})

it('accepts a solution for ten minutes by the injected clock', async () => {
  expect(await accepts(await solve(), after(10 * minute - 1))).toBe(true)
  expect(await accepts(await solve(), after(10 * minute))).toBe(false)
})

it('accepts the requested difficulty or above, and detects a forged difficulty', async () => {
  const easy = await solve(start, 0)
  expect(await accepts(easy, start, 1)).toBe(false)
  const text = Buffer.from(easy, 'base64').toString().replace('difficulty=0', 'difficulty=1')
  expect(await accepts(Buffer.from(text).toString('base64'), start, 1)).toBe(false)
  // A refused solution is not used up.
  expect(await accepts(easy, start, 0)).toBe(true)
  expect(await accepts(await solve(start, 1), start, 1)).toBe(true)
  expect(await accepts(await solve(start, 1), start, 0)).toBe(true)
})

it('accepts challenges made under an older secret of the installation, and under no other', async () => {
  const key = (byte: number) => Buffer.alloc(32, byte)
  const tried = (keys: Parameters<typeof createChallenges>[0], solution: string) =>
    createChallenges(keys)
      .require(database.db, solution, start)
      .then(
        () => true,
        // The error itself does not matter here, only that it is refused.
        () => false,
      )
  const [one, two] = [await solve(), await solve()]
  expect(await tried([key(2), key(3)], one)).toBe(false)
  expect(await tried([key(2), key(1)], one)).toBe(true)
  expect(await tried([key(2), key(3), key(1)], two)).toBe(true)
})

it('doubles the work with each step, up to the sixth', async () => {
  const work = await Promise.all([0, 1, 2, 6, 9].map(async (step) => (await challenges.make(start, step)).maxnumber))
  expect(work.map((most) => most / 100_000)).toEqual([1, 2, 4, 64, 64])
})

it.each([undefined, '', 'x', Buffer.from('null').toString('base64'), Buffer.from('{}').toString('base64')])(
  'refuses %s',
  async (solution) => {
    expect(await accepts(solution, start)).toBe(false)
  },
)

it('remembers used solutions until they expire, separately by kind', async () => {
  const ends = after(minute)
  const once = (kind: string, secret: string) => useOnce(database.db, kind, secret, ends)
  expect(await Promise.all([once('a', 's'), once('a', 's')])).toEqual(expect.arrayContaining([true, false]))
  expect([await once('b', 's'), await once('a', 't'), await once('a', 's')]).toEqual([true, true, false])
  await sweepUsed(database.db, ends)
  expect(await once('a', 's')).toBe(false)
  await sweepUsed(database.db, after(2 * 60 * minute))
  expect(await once('a', 's')).toBe(true)
})
