import { afterEach } from 'vitest'
import { takeCounts } from './counts.ts'

/* Setup file of the browser tests: adds each test's counts to its report, which `npm test` sums up
   (tools/test/vitest.mjs). */

afterEach(({ task }) => {
  Object.assign(task.meta, takeCounts())
})
