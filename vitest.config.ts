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
          // One browser at a time: the journeys share one machine, and their timings are part of what they assert.
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
