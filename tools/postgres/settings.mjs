import { ARCHIVE_COMMAND } from './archive.mjs'
import { LOG_SETTINGS } from './log.mjs'

/*
 * Written into postgresql.conf when a cluster is made, where an operator may change them. What depends on the machine is
 * in `machine.conf` beside it, written at each start.
 */
export const INITIAL_SETTINGS = {
  wal_compression: 'on',
  // Most statements are short: compiling them costs more than it saves.
  jit: 'off',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_duration_statement: '1s',
  idle_in_transaction_session_timeout: '60s',
}

/*
 * Given on the command line at each start: they belong to the way we run it.
 */
export const FIXED_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Archiving begins with the first backup, without another start: the command looks for its folder each time.
  archive_mode: 'on',
  archive_command: ARCHIVE_COMMAND,
  ...LOG_SETTINGS,
  lc_messages: 'C',
  // Parameters are messages, addresses and token hashes: none is written, neither with a slow statement nor with an
  // error, nor the statement itself, which may hold literals. `terse` leaves out DETAIL, where PostgreSQL quotes rows.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
}

/*
 * For throw-away clusters: nothing survives a crash of the machine, everything is several times faster. A crash of
 * PostgreSQL alone loses nothing, so tests may kill it.
 */
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  archive_mode: 'off',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  // It would visit hundreds of databases that live for seconds each; tests that need statistics analyse their tables.
  autovacuum: 'off',
}

/** @param {Record<string, string>} settings @returns {string[]} arguments for initdb or postgres */
export function asArguments(settings) {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** What PostgreSQL is started with, as arguments. @param {boolean} fast for a throw-away cluster @returns {string[]} */
export function settingsAtStart(fast) {
  return asArguments({ ...FIXED_SETTINGS, ...(fast ? FAST_SETTINGS : {}) })
}

/** Those that a running PostgreSQL has, whether it is a throw-away cluster or not. */
export const LASTING_ARGUMENTS = asArguments(
  Object.fromEntries(Object.entries(FIXED_SETTINGS).filter(([name]) => !Object.hasOwn(FAST_SETTINGS, name))),
)
