import { globSync } from 'node:fs'
import { basename } from 'node:path'

const modules = 'server/src/modules'
const payments = `${modules}/payments`
const providers = 'server/src/providers'
const sandbox = 'sandbox/src'

/**
 * One group per module, tested by the module's own tests.
 * @type {Record<string, { files: string[], tests: string[] }>}
 */
const wholeModules = Object.fromEntries(
  globSync(`${modules}/*`).map((folder) => [basename(folder), { files: [`${folder}/**/*.ts`], tests: [folder] }]),
)

/** The files that get faults (tests are always left out) and the tests that should notice them. */
export const groups = {
  ...wholeModules,
  policies: {
    files: [
      `${payments}/attempts/attempt-machine.ts`,
      `${payments}/attempts/poll-schedule.ts`,
      `${payments}/connections.ts`,
      `${payments}/withdrawals/refundable.ts`,
      `${modules}/subscriptions/{period,renewal-rules}.ts`,
    ],
    tests: [
      `${payments}/attempts/attempt-machine.test.ts`,
      `${payments}/attempts/poll-schedule.test.ts`,
      `${payments}/connections.test.ts`,
      `${payments}/withdrawals`,
      `${modules}/subscriptions`,
    ],
  },
  ledger: {
    files: [`${modules}/credits/{ledger,replay}.ts`],
    tests: [`${modules}/credits`],
  },
  attempts: {
    files: [`${payments}/attempts/{apply-provider-state,create-attempt,poll,complete,change-level}.ts`],
    tests: [`${payments}/attempts`, `${payments}/checkout`, `${payments}/withdrawals`, `${payments}/renewals`],
  },
  webhooks: {
    files: [`${payments}/webhooks/{process,store}.ts`, `${payments}/withdrawals/refunds.ts`],
    tests: [
      `${payments}/webhooks`,
      `${payments}/withdrawals`,
      `${payments}/checkout`,
      `${payments}/disputes`,
      `${payments}/invoices`,
    ],
  },
  renewals: {
    files: [
      `${payments}/renewals/*.ts`,
      `${modules}/subscriptions/{cancel,end-terms,renewing,shorten,subscriptions}.ts`,
    ],
    tests: [`${payments}/renewals`, `${payments}/withdrawals`, `${modules}/subscriptions`],
  },
  providers: {
    files: [`${providers}/**/*.ts`],
    tests: [providers],
  },
  sandbox: {
    files: [`${sandbox}/**/*.ts`],
    tests: [sandbox],
  },
  contract: {
    files: ['contract/src/**/*.ts'],
    tests: ['contract/src', 'server/test/rules/written-files.test.ts'],
  },
  web: {
    files: ['web/src/**/*.ts'],
    tests: ['web/src'],
  },
  platform: {
    files: ['server/src/platform/**/*.ts'],
    tests: ['server/src/platform'],
  },
  commands: {
    files: ['server/src/commands/*.ts'],
    tests: ['server/src/commands'],
  },
  'pool-move': {
    files: ['server/src/pool-move/*.ts'],
    tests: ['server/src/pool-move', 'server/test/several/pool-move.test.ts'],
  },
  server: {
    files: ['server/src/*.ts'],
    tests: globSync('server/src/*.test.ts'),
  },
  'sign-in': {
    files: [`${modules}/identity/sign-in/*.ts`, `${modules}/identity/sessions/sessions.ts`],
    tests: [`${modules}/identity`],
  },
}
