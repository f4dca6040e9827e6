// From a card processor's webhook to the credits on the member's socket, relative to the bare transaction of a granted
// purchase; then 1,000 webhooks a second for two seconds, every second one a duplicate, until each is answered and each
// order granted once.
import { measureGrant } from './grant/run.ts'
import { report } from './parts/measure.ts'
import { load } from './parts/processes.ts'

const { grant, burst, wrong } = await measureGrant(process.env['DATABASE_URL'] ?? '', {
  members: 50,
  ordersEach: 100,
  pairs: 5,
  burst: { rate: 1000, seconds: 2 },
})
report('grant', 'ms p50', 'ratio <= 3; a burst of 1,000/s answered in <= 200 ms p99, each granted once', {
  ...grant,
  burst,
  wrong: wrong.length,
  load: load(),
})
for (const each of wrong.slice(0, 20)) console.error(each)
process.exit(grant.ratio <= 3 && burst.accepted === burst.offered && burst.p99 <= 200 && wrong.length === 0 ? 0 : 1)
