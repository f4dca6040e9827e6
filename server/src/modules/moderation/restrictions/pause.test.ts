import { expect, it } from 'vitest'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { moderationTests } from '../testing/moderation.ts'
import { liftByHand } from './lift-by-hand.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, deps, rowsOf, report, decide, harassed, startTerm } = moderation

it('pauses the paid days until the last of several suspensions is over, whichever of them is taken back', async () => {
  const her = await moderation.server.member({ gender: 'woman' })
  const end = await startTerm(her)
  /** By how many days the term has moved. */
  const moved = async () => {
    const term = await currentSubscription(moderation.server.database.db, idOf(her), moderation.now)
    return (term!.period_end.getTime() - end.getTime()) / day
  }
  const reports: string[] = []
  for (const _ of [1, 2, 3]) reports.push(await report(await moderation.server.member(), her))
  const suspend = async (days: number) => {
    await decide(reports.shift()!, harassed('suspend', { days }))
    const [row] = await rowsOf<{ id: string }>(
      'select id from restrictions where member_id = $1 order by from_at desc, id desc limit 1',
      idOf(her),
    )
    return row!.id
  }
  const takeBack = (id: string) =>
    moderation.server.database.db.transaction().execute((tx) =>
      liftByHand(tx, deps(), {
        brandId: 'local',
        memberId: idOf(her),
        id,
        by: moderation.by('bruno'),
        reason: 'a mistake',
        origin: moderation.server.url,
        at: moderation.now,
      }),
    )
  const short = await suspend(7)
  expect(await moved()).toBe(7)
  const long = await suspend(30)
  expect(await moved()).toBe(30)
  const middle = await suspend(20)
  expect(await moved()).toBe(30)
  moderation.pass(2 * day)
  await takeBack(long)
  expect(await moved()).toBe(20)
  await takeBack(short)
  expect(await moved()).toBe(20)
  moderation.pass(3 * day)
  await takeBack(middle)
  expect(await moved()).toBe(5)
  expect(await rowsOf('select state, level_until from members where id = $1', idOf(her))).toEqual([
    { state: 'active', level_until: new Date(end.getTime() + 5 * day) },
  ])
})
