import { ARCHIVE_COMMAND } from './archive.mjs'
import { LOG_SETTINGS } from './log.mjs'

/*
 * Written into postgresql.conf when a cluster is created; an operator may change them there. Settings that depend on
 * the machine are in `machine.conf` beside it, which is written at each start.
 */
export const INITIAL_SETTINGS = {
  wal_compression: 'on',
  // Most statements are short, so compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_duration_statement: '1s',
  idle_in_transaction_session_timeout: '60s',
}

/*
 * Passed on the command line at each start, because our tools depend on them.
 */
export const FIXED_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // A pool may leave for another server while it is used (`npm run pool:move`).
  wal_level: 'logical',
  // Always on, so that the first backup needs no restart: the command checks each time whether there is an archive
  // folder.
  archive_mode: 'on',
  archive_command: ARCHIVE_COMMAND,
  ...LOG_SETTINGS,
  lc_messages: 'C',
  // Parameters include messages, addresses and token hashes, so they are not logged with slow statements or errors. A
  // failed statement is not logged either, as it may contain literals. `terse` omits DETAIL, in which PostgreSQL quotes
  // rows.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
}

/*
 * For throw-away clusters: data does not survive a crash of the machine, but everything is several times faster. A
 * crash of PostgreSQL alone loses no data, so tests may kill it.
 */
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  archive_mode: 'off',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  // It would process hundreds of databases that exist for seconds; tests that need statistics analyse their tables.
  autovacuum: 'off',
}

/** @param {Record<string, string>} settings @returns {string[]} arguments for initdb or postgres */
export function asArguments(settings) {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * The arguments with which PostgreSQL is started.
 * @param {boolean} fast for a throw-away cluster
 * @returns {string[]}
 */
export function settingsAtStart(fast) {
  return asArguments({ ...FIXED_SETTINGS, ...(fast ? FAST_SETTINGS : {}) })
}

/** The arguments that every running PostgreSQL has, whether it is a throw-away cluster or not. */
export const LASTING_ARGUMENTS = asArguments(
  Object.fromEntries(Object.entries(FIXED_SETTINGS).filter(([name]) => !Object.hasOwn(FAST_SETTINGS, name))),
)
