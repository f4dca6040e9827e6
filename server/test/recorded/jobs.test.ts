import { newIdAt } from '#platform/ids.ts'
import { addNeighbours } from './neighbours.ts'
import { recording } from './recording.ts'

/* Every recurring job, with rows at both sides of each limit. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

recording('jobs', async (stage) => {
  const { jobs } = stage.server.context
  const names = jobs.crontab.map((line) => /(?:\S+ ){5}([\w-]+)/.exec(line)?.[1] ?? '').sort()
  await stage.step('crontab', async () => jobs.crontab)
  const others = await addNeighbours(stage)
  const marco = await stage.player('marco')
  const [anna, bea] = [others['anna'], others['bea']]
  if (!anna || !bea) throw new Error('no neighbours')
  const past = [1, 364, 366].map((days) => new Date(stage.clock.now().getTime() - days * day))
  await stage.sql('update wallets set likes = 2, icebreakers = 0 where member_id = $1', [marco.id])
  await stage.sql(
    `insert into member_events (member_id, id, kind, created_at) select $1, id, 'engage', at from unnest($2::uuid[], $3::timestamptz[]) as _(id, at)`,
    [marco.id, past.map(newIdAt), past],
  )
  await stage.ask(marco, 'getTokenForReset', { body: { email: marco.email } })
  await stage.ask(bea, 'deletion', { body: { clickid: bea.tracker, password: bea.password } })

  const all = async () => {
    // Its figures of every brand are recorded once.
    for (const name of names) if (name !== 'insight-measure') await stage.job(name)
    await stage.work()
  }
  stage.heading('At once')
  await all()
  await stage.job('insight-measure')
  for (const [title, passed] of [
    ['A minute later', minute],
    ['Twenty minutes later', 20 * minute],
    ['An hour later', hour],
    ['A day later', day],
    ['A week later', 7 * day],
    ['A month later', 31 * day],
    ['A year later', 366 * day],
  ] as const) {
    await stage.later(passed)
    stage.heading(title)
    await all()
  }
})
