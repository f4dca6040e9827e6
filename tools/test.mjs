import { runCommand } from './command.mjs'
import { Failure } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { print, printWarning } from './output.mjs'
import { stopRequest } from './stop-request.mjs'
import { choose } from './test/choose.mjs'
import { startThrowawayPostgres } from './throwaway-postgres.mjs'
import { ensureWebBuilt } from './web-build.mjs'

/*
 * npm test: everything that can be checked, on a database of its own. npm test -- unit, or -- FILE, for a part of it.
 */
await runCommand(async () => {
  const { steps, filters } = choose(process.argv.slice(2))
  await ensureInstalled()
  let [passed, failed] = [0, 0]

  /** @param {string} title @param {() => Promise<import('./test/vitest.mjs').Count>} work */
  const count = async (title, work) => {
    print(`\n== ${title}`)
    const begin = Date.now()
    const result = await work().catch((error) => {
      printWarning(error instanceof Failure ? error.message : String(error?.stack ?? error))
      return { passed: 0, failed: 1 }
    })
    passed += result.passed
    failed += result.failed
    print(
      `== ${title}: ${result.passed} passed, ${result.failed} failed, ${((Date.now() - begin) / 1000).toFixed(1)} s`,
    )
  }

  if (steps.some((step) => step.needsPages)) {
    await count('Pages', () => ensureWebBuilt().then(() => ({ passed: 1, failed: 0 })))
  }
  const database = steps.some((step) => step.needsDatabase) ? await startThrowawayPostgres() : undefined
  if (database !== undefined) process.env['TEST_DATABASE_URL'] = database.url
  const stopped = stopRequest().then(() => 'stopped')
  try {
    for (const step of steps) {
      if ((await Promise.race([count(step.title, () => step.run(filters)), stopped])) === 'stopped')
        throw new Failure('Stopped before the end.')
    }
  } finally {
    await database?.stop()
  }
  print(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
