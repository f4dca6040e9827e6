import { afterEach } from 'vitest'
import { takeCounts } from './counts.ts'

/* Setup file of the browser tests: each test's report says what it took, and `npm test` adds it up (tools/test/vitest.mjs). */

afterEach(({ task }) => {
  Object.assign(task.meta, takeCounts())
})
