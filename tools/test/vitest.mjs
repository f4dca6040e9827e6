import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { print } from '../support/output.mjs'
import { root } from '../support/paths.mjs'
import { runNode } from '../support/run-node.mjs'

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] one text per failure: the name of the test and the first lines of its message
 * @property {string[]} [unstable] names of the tests that failed first and passed when their file ran again alone
 */

/** @typedef {{ status: string, fullName: string, failureMessages?: string[], meta?: Record<string, unknown> }} Test */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: Test[] }} TestFile */

/** If more files than this fail, the cause is not timing, and they are not run again. */
const MOST_FILES_TO_REPEAT = 4

/**
 * Runs projects of vitest.config.ts, those of one `groupOrder` beside each other. Files with a failed test run once
 * more, one at a time. A test that passes then counts as passed and is listed as unstable at the end, because a test
 * that depends on the machine's load has to be fixed too.
 * @param {string[]} projects @param {string[]} filters files; all files of the projects if empty
 * @returns {Promise<Count>}
 */
export async function vitest(projects, filters) {
  const changed = process.env['TEST_CHANGED']
  const first = await run(projects, filters, changed === undefined ? [] : [`--changed=${changed}`])
  if (first.files === undefined) return { passed: 0, failed: first.code === 0 ? 0 : 1 }
  const failedFiles = first.files.filter(hasFailed)
  const isRepeated = failedFiles.length > 0 && failedFiles.length <= MOST_FILES_TO_REPEAT
  const second = isRepeated
    ? await repeat(
        projects,
        failedFiles.map(({ name }) => name),
      )
    : undefined
  const isReplaced = (/** @type {TestFile} */ { name }) => second?.files?.some((file) => file.name === name) === true
  const files = [...first.files.filter((file) => !isReplaced(file)), ...(second?.files ?? [])]
  printCounts(files)
  const failures = files.flatMap(failuresOf)
  const unstable = namesOfFailed(failedFiles).filter((name) => !namesOfFailed(files).includes(name))
  const passed = files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed')
  // A run may also fail outside of tests, with an unhandled error.
  const code = second === undefined ? first.code : second.code
  if (code !== 0 && failures.length === 0)
    failures.push(`${projects.join(' and ')} ended with code ${code}, no test did.`)
  return {
    passed: passed.length,
    failed: failures.length,
    failures,
    unstable: isRepeated ? unstable : [],
  }
}

/** @param {string[]} projects @param {string[]} files */
function repeat(projects, files) {
  print(`\n== ${files.length === 1 ? 'A file' : `${files.length} files`} with failures once more, one at a time`)
  return run(projects, files, ['--maxWorkers=1'])
}

/**
 * @param {string[]} projects @param {string[]} filters @param {string[]} [options]
 * @returns {Promise<{ code: number, files: TestFile[] | undefined }>} `files` is undefined when Vitest wrote no report
 */
async function run(projects, filters, options = []) {
  const folder = mkdtempSync(join(tmpdir(), 'incontro-report-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const chosen = projects.flatMap((project) => ['--project', project])
    const arguments_ = ['run', ...chosen, '--passWithNoTests', ...reporters, ...options, ...filters]
    const { code } = await runNode(['node_modules/vitest/vitest.mjs', ...arguments_])
    return { code, files: readReport(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} report @returns {TestFile[] | undefined} */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    // Vitest ended before it wrote its report; the caller reports that.
    return undefined
  }
}

/** @param {TestFile} file */
function hasFailed({ status, assertionResults }) {
  return status === 'failed' || assertionResults.some((test) => test.status === 'failed')
}

/** @param {TestFile[]} files */
function namesOfFailed(files) {
  return files.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    const names = tests.map(({ fullName }) => `${relative(root, name)} > ${fullName}`)
    return names.length === 0 && status === 'failed' ? [relative(root, name)] : names
  })
}

/** A file that cannot be loaded has no tests and counts as one failure. @param {TestFile} file @returns {string[]} */
function failuresOf(file) {
  const name = relative(root, file.name)
  const tests = file.assertionResults.filter(({ status }) => status === 'failed')
  if (tests.length === 0) return file.status === 'failed' ? [`${name}\n${firstLines(file.message ?? '')}`] : []
  return tests.map(
    ({ fullName, failureMessages = [] }) => `${name} > ${fullName}\n${firstLines(failureMessages[0] ?? '')}`,
  )
}

/** @param {string} message */
function firstLines(message) {
  return message
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')
}

/**
 * Prints what the browser tests counted (e2e/parts/counts.ts): page loads and axe runs, which take most of their time.
 * @param {TestFile[]} files
 */
function printCounts(files) {
  /** @type {Record<string, number>} */
  const sums = {}
  for (const { meta = {} } of files.flatMap(({ assertionResults }) => assertionResults))
    for (const [name, value] of Object.entries(meta))
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value
  for (const [name, sum] of Object.entries(sums)) print(`== ${name}: ${sum}`)
}
