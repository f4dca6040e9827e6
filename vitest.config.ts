import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const ignored = ['**/node_modules/**', '**/build/**', '**/data/**', '.runtime/**']

export default defineConfig({
  test: {
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
          globalSetup: ['server/test/global-setup.ts'],
          // As above; a worker keeps its browser too. More pages at once than this only make each other late.
          isolate: false,
          maxWorkers: 2,
          maxConcurrency: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
