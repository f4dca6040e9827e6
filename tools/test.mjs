import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { print, printWarning } from './support/output.mjs'
import { stopRequest } from './support/stop-request.mjs'
import { choose } from './test/choose.mjs'
import { fastestParent, newFolder, remove, sweep } from './support/throwaway-folder.mjs'
import { startThrowawayPostgres } from './support/throwaway-postgres.mjs'
import { ensureWebBuilt } from './support/web-build.mjs'

/*
 * npm test: runs all checks on its own database. `npm test -- unit` or `-- FILE` runs a part of them. `npm test --
 * full` covers every brand, language and page, where otherwise a sample is enough.
 */
await runCommand(async () => {
  const { steps, filters } = choose(process.argv.slice(2))
  await ensureInstalled({ development: true })
  const begun = Date.now()
  let [passed, failed] = [0, 0]
  /** @type {string[]} */
  const failures = []
  /** @type {string[]} */
  const unstable = []

  /** @param {string} title @param {() => Promise<import('./test/vitest.mjs').Count>} work */
  const count = async (title, work) => {
    const begin = Date.now()
    const result = await work().catch((error) => {
      const message = error instanceof Failure ? error.message : String(error?.stack ?? error)
      printWarning(message)
      return { passed: 0, failed: 1, failures: [message], unstable: [] }
    })
    passed += result.passed
    failed += result.failed
    if (result.failed > 0) failures.push(...(result.failures ?? [`${title}: see above`]))
    unstable.push(...(result.unstable ?? []))
    print(
      `== ${title}: ${result.passed} passed, ${result.failed} failed, ${((Date.now() - begin) / 1000).toFixed(1)} s`,
    )
  }

  await sweep()
  const parent = fastestParent()
  // What a killed run leaves here is removed by the next one. Other accounts write here, too: apt and PostgreSQL.
  const folder = newFolder(parent)
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  const isChosen = (/** @type {'needsPages' | 'needsDatabase'} */ need) => steps.some((step) => step[need])
  const built = isChosen('needsPages')
    ? count('Build', () => ensureWebBuilt().then(() => ({ passed: 1, failed: 0 })))
    : Promise.resolve()
  const starting = isChosen('needsDatabase') ? startThrowawayPostgres({ parent }) : undefined
  // Checks that only read files run during the build and the database's start; one at a time, as there are few cores.
  const checked = (async () => {
    for (const step of steps.filter(({ beside }) => beside)) {
      if (step.needsPages) await built
      await count(step.title, () => step.run(filters))
    }
  })()
  const stopped = stopRequest().then(() => 'stopped')
  try {
    const database = await starting
    if (database !== undefined) {
      process.env['TEST_DATABASE_URL'] = database.url
      process.env['TEST_TEMPLATE_FILE'] = join(folder, 'template.json')
    }
    const unlessStopped = async (/** @type {Promise<unknown>} */ work) => {
      if ((await Promise.race([work, stopped])) === 'stopped') throw new Failure('Stopped before the end.')
    }
    await unlessStopped(built)
    for (const step of steps.filter(({ beside }) => !beside)) {
      // The first tests often wait and leave a core idle, so they may run beside the last check.
      if (!step.besideChecks) await unlessStopped(checked)
      print(`\n== ${step.title}`)
      await unlessStopped(count(step.title, () => step.run(filters)))
    }
    await unlessStopped(checked)
  } finally {
    await (await starting)?.stop()
    remove(folder)
  }
  // Printed last, because the end of a long log is read first.
  if (unstable.length > 0) print(`\n== Passed only when run again alone:\n${unstable.join('\n')}`)
  if (failures.length > 0) print(`\n== Failed:\n${failures.join('\n\n')}`)
  print(`\n${((Date.now() - begun) / 60_000).toFixed(1)} minutes`)
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
