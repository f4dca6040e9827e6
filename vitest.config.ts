import { availableParallelism } from 'node:os'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ignored = ['**/node_modules/**', '**/build/**', '**/data/**', '.runtime/**']

/** One for each core, and two on a machine with one. */
const workers = Math.max(2, availableParallelism())

/** What takes longest, which its size does not show: begun last, the other workers would wait for it. */
const longest = [
  'e2e/pages.test.ts',
  'e2e/journey.test.ts',
  'e2e/sign-in-methods.test.ts',
  'e2e/start.test.ts',
  'e2e/photos.test.ts',
  'e2e/payment-page.test.ts',
  'e2e/connection.test.ts',
  'e2e/account.test.ts',
  'e2e/messages.test.ts',
  'e2e/offline.test.ts',
  'e2e/plan-change.test.ts',
  'e2e/profile.test.ts',
  'e2e/passkeys.test.ts',
  'e2e/places.test.ts',
  'e2e/blocks.test.ts',
  'e2e/google.test.ts',
  'e2e/database-away.test.ts',
  'server/test/rules/api-property.test.ts',
  'server/test/tables/migrations.test.ts',
  'server/test/recorded/payments.test.ts',
  'server/src/modules/demo/script.test.ts',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * Start servers or databases as processes of their own, which takes as much of the machine as two other files: one after
 * the other, beside the rest, so that none waits for another's start.
 */
const processes = [
  'bench/soak/soak.test.ts',
  'bench/soak/upgrade.test.ts',
  'tools/backup/backup.test.mjs',
  'tools/backup/faults.test.mjs',
  'tools/proof/proof.test.mjs',
  'server/test/several/several-processes.test.ts',
  'server/test/several/several-databases.test.ts',
  'server/test/faults/start-faults.test.ts',
  'server/test/several/pool-move.test.ts',
  'server/test/several/starting-together.test.ts',
  'server/test/rules/idle-libraries.test.ts',
  'bench/soak/payments/kills.test.ts',
  'server/test/tables/warm-migration.test.ts',
  'server/src/commands/keys.test.ts',
  'tools/postgres.test.mjs',
  'tools/start/launcher.test.mjs',
  'server/test/several/replica.test.ts',
  'server/test/faults/job-faults.test.ts',
  'server/test/several/job-workers.test.ts',
  'server/test/faults/fan-out-killed.test.ts',
  'server/test/faults/jobs-killed.test.ts',
  'server/test/faults/partitions-killed.test.ts',
  'server/test/faults/deaf-sockets.test.ts',
  'server/test/faults/shutdown.test.ts',
  'server/test/faults/log-lines.test.ts',
]

/** React as it runs for members: its development build takes twice the time. */
const production = { NODE_ENV: 'production' }

/** Not the servers' zone, and with summer time: a local time taken for UTC shows. */
const abroad = { TZ: 'Pacific/Chatham' }

/** Compares times, so nothing else may run beside it. */
const timing = 'server/test/attacks/timing.test.ts'

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Tables of texts that tests read say them by Lingui's macros, as in the build of the pages.
        plugins: [
          babel({
            include: /\/web\/src\/.*-outcomes\.ts$/,
            plugins: ['@lingui/babel-plugin-lingui-macro'],
            parserOpts: { plugins: ['typescript'] },
          }),
        ],
        test: {
          name: 'unit',
          env: abroad,
          environment: 'node',
          include: ['{contract,server,sandbox,bench,web/src}/**/*.test.ts', 'tools/**/*.test.{ts,mjs}'],
          exclude: [...ignored, ...processes, 'server/test/pages/**', 'server/test/statements/**', timing],
          setupFiles: ['server/test/statements/record-all.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
          // A worker keeps its modules from file to file: loading and warming the server again for each would take longer than most tests.
          // So no test may leave anything in a module. One of two cores is what Vitest would use by itself.
          isolate: false,
          // Many wait for a limit to pass: one more than there are cores.
          maxWorkers: workers + 1,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // A job that is waited for may be behind those of other tests.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // Components in a page without a browser: what they show, and what follows a press or a key.
        plugins: [
          babel({
            include: /\/web\/src\/.*\.tsx?$/,
            presets: [
              defineRolldownBabelPreset({
                preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
                rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
              }),
            ],
            parserOpts: { plugins: ['typescript', 'jsx'] },
          }),
        ],
        test: {
          name: 'components',
          env: abroad,
          environment: 'happy-dom',
          include: ['web/src/**/*.test.tsx'],
          exclude: ignored,
          // As above.
          isolate: false,
          maxWorkers: workers + 1,
          testTimeout: 20_000,
        },
      },
      {
        // Beside the project above, by a run of its own: Vitest runs projects with other numbers of workers one after the other.
        test: {
          name: 'processes',
          env: abroad,
          environment: 'node',
          include: processes,
          exclude: ignored,
          setupFiles: ['server/test/statements/record-all.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
          isolate: false,
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // With nothing beside it: after the other projects of its run.
        test: {
          name: 'timing',
          sequence: { groupOrder: 1 },
          environment: 'node',
          include: [timing],
          exclude: ignored,
          maxWorkers: 1,
          globalSetup: ['server/test/support/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 120_000,
        },
      },
      {
        // What the unit tests sent to the database, explained on a loaded one: after them.
        test: {
          name: 'statements',
          environment: 'node',
          include: ['server/test/statements/**/*.test.ts'],
          exclude: ignored,
          maxWorkers: workers,
          globalSetup: ['server/test/support/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Pages as they arrive, over HTTP: they need the build, and no browser.
        test: {
          name: 'pages',
          env: production,
          environment: 'node',
          include: ['server/test/pages/**/*.test.ts'],
          exclude: ignored,
          globalSetup: ['server/test/support/global-setup.ts'],
          isolate: false,
          maxWorkers: workers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          env: production,
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: ignored,
          setupFiles: ['e2e/parts/report-counts.ts'],
          globalSetup: ['server/test/support/global-setup.ts'],
          // As above; a worker keeps its browser too. A page that loads is busy in three processes: more than one in each worker only make each other late.
          isolate: false,
          maxWorkers: workers + 1,
          maxConcurrency: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
