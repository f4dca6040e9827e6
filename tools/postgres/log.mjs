import { chmodSync, chownSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../support/folder.mjs'

/*
 * PostgreSQL writes its log itself, in lines of JSON: one file per weekday (`postgres-Mon.json` and so on), emptied
 * after a week. Logging continues when the launcher dies, and after the disk was full. The `.log` file beside each one
 * contains only text that was written to standard error directly, for example by a library.
 */

/** The log settings that our tools depend on. */
export const LOG_SETTINGS = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_file_mode: '0600',
}

/** @param {string} cluster */
export function logFolder(cluster) {
  return join(dirname(cluster), 'log')
}

/**
 * Creates the folder, or makes an existing one accessible to PostgreSQL only.
 * @param {string} folder
 * @param {import('./account.mjs').Account} account
 */
export function prepareLogFolder(folder, account) {
  makeFolder(folder)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

/**
 * The size of each log file, which is where its next line begins.
 * @param {string} folder
 * @returns {Map<string, number>}
 */
export function logEnds(folder) {
  return new Map(
    ['.json', '.log'].flatMap((ending) => files(folder, ending)).map((file) => [file, statSync(file).size]),
  )
}

/**
 * Removes the line that PostgreSQL writes to standard error at each start ("ending log output to stderr"). If other
 * lines were written there, nothing is removed.
 * @param {string} folder @param {Map<string, number>} ends from `logEnds`
 * @param {number} timeoutMs how long to wait for the line
 */
export async function dropStartLine(folder, ends, timeoutMs) {
  for (const end = Date.now() + timeoutMs; ; await sleep(10)) {
    for (const file of files(folder, '.log')) {
      const said = readSince(file, ends.get(file) ?? 0)
      if (/^[^\n]*LOG: {2}ending log output to stderr\n$/.test(said)) return truncateSync(file, ends.get(file) ?? 0)
      if (said !== '') return
    }
    if (Date.now() >= end) return
  }
}

/**
 * The lines logged since `ends`, in PostgreSQL's plain text format.
 * @param {string} folder @param {Map<string, number>} ends from `logEnds`
 * @returns {string} lines like `FATAL:  the database is full`
 */
export function loggedSince(folder, ends) {
  return files(folder, '.json')
    .flatMap((file) => readSince(file, ends.get(file) ?? 0).split('\n'))
    .map(sentence)
    .join('\n')
}

/**
 * The lines that programs which PostgreSQL runs wrote to standard error since `ends`.
 * @param {string} folder @param {Map<string, number>} ends from `logEnds`
 */
export function writtenSince(folder, ends) {
  return files(folder, '.log')
    .flatMap((file) => readSince(file, ends.get(file) ?? 0).split('\n'))
    .filter((line) => line !== '')
}

/** @param {string} folder @param {string} ending */
function files(folder, ending) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

/**
 * The new content of a file; if it is shorter than before, it was emptied and all of it is new.
 * @param {string} file
 * @param {number} end
 */
function readSince(file, end) {
  const bytes = readFileSync(file)
  return bytes.subarray(bytes.length < end ? 0 : end).toString()
}

/** @param {string} line */
function sentence(line) {
  try {
    const { error_severity: severity, message } = JSON.parse(line)
    return `${severity}:  ${message}`
  } catch {
    // A full disk may have truncated the line.
    return line
  }
}
