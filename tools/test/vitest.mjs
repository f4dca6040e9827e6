import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { print } from '../output.mjs'
import { runNode } from './process.mjs'

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Runs a project of vitest.config.ts.
 * @param {string} project @param {string[]} filters files, all of the project when empty
 * @returns {Promise<Count>}
 */
export async function vitest(project, filters) {
  const folder = mkdtempSync(join(tmpdir(), 'incontro-report-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code } = await runNode([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--passWithNoTests',
      ...reporters,
      ...filters,
    ])
    return count(report, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A file that cannot be loaded has no tests to count, and a run may fail outside any of them: each counts as one.
 * @param {string} report @param {number} code @returns {Count}
 */
function count(report, code) {
  let told
  try {
    told = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { passed: 0, failed: code === 0 ? 0 : 1 }
  }
  const broken = told.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const failed = told.numFailedTests + broken
  printCounts(told.testResults)
  return { passed: told.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/**
 * What the tests counted of themselves (e2e/parts/counts.ts): page loads and axe runs are what browser tests cost.
 * @param {{ assertionResults: { meta?: Record<string, unknown> }[] }[]} files
 */
function printCounts(files) {
  /** @type {Record<string, number>} */
  const sums = {}
  for (const { meta = {} } of files.flatMap(({ assertionResults }) => assertionResults))
    for (const [name, value] of Object.entries(meta))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value
  for (const [name, sum] of Object.entries(sums)) print(`== ${name}: ${sum}`)
}
