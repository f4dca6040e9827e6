import { chmodSync, chownSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../folder.mjs'

/*
 * PostgreSQL writes its log itself, as lines of JSON: `postgres-Mon.json` and so on, each emptied after a week. It goes on
 * when the launcher dies, and through a disk that was full. Beside each lies a `.log`, empty but for what reaches standard
 * error past PostgreSQL's log, such as the last words of a library.
 */

/** Settings of the log that belong to the way we run PostgreSQL. */
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

/** Makes the folder, or closes an existing one to all but PostgreSQL. @param {string} folder @param {import('./account.mjs').Account} account */
export function prepareLogFolder(folder, account) {
  makeFolder(folder)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
}

/** How long each file is: where the next line begins. @param {string} folder @returns {Map<string, number>} */
export function logEnds(folder) {
  return new Map(
    ['.json', '.log'].flatMap((ending) => files(folder, ending)).map((file) => [file, statSync(file).size]),
  )
}

/**
 * Takes out the line that PostgreSQL writes past its log at each start, to say that there will be no more of them. Whatever
 * else came that way stays, and it with it.
 * @param {string} folder @param {Map<string, number>} ends of `logEnds` @param {number} timeoutMs how long it is waited for
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
 * What was logged since, as PostgreSQL writes it for people.
 * @param {string} folder @param {Map<string, number>} ends of `logEnds`
 * @returns {string} lines like `FATAL:  the database is full`
 */
export function loggedSince(folder, ends) {
  return files(folder, '.json')
    .flatMap((file) => readSince(file, ends.get(file) ?? 0).split('\n'))
    .map(sentence)
    .join('\n')
}

/** @param {string} folder @param {string} ending */
function files(folder, ending) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

/** A file shorter than before was emptied: all of it is new. @param {string} file @param {number} end */
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
    // The disk may have been full in the middle of it.
    return line
  }
}
