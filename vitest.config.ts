import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ignored = ['**/node_modules/**', '**/build/**', '**/data/**', '.runtime/**']

/** The walks through all pages take longest, which their size does not tell: begun last, one worker would wait for the other's. */
const walks = ['e2e/ways-in.test.ts', 'e2e/pages.test.ts', 'e2e/walk.test.ts', 'e2e/brands.test.ts']
class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWalk = ({ moduleId }: TestSpecification) => walks.some((walk) => moduleId.endsWith(walk))
    const sorted = await super.sort(files)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WalksFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,sandbox,bench,web/src}/**/*.test.{ts,tsx}', 'tools/**/*.test.{ts,mjs}'],
          exclude: ignored,
          globalSetup: ['server/test/global-setup.ts'],
          // A worker keeps its modules from file to file: loading and warming the server anew for each would take longer than most tests.
          // So no test may leave anything in a module. One of two cores is what Vitest would use by itself.
          isolate: false,
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: ignored,
          setupFiles: ['e2e/parts/report-counts.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          // As above; a worker keeps its browser too. A page that loads is busy in three processes: more than one in each worker only make each other late.
          isolate: false,
          maxWorkers: 2,
          maxConcurrency: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
