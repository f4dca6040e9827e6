import { chownSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, shutDown } from '../postgres/launch.mjs'
import { choosePort } from '../postgres/port.mjs'
import { Failure } from '../support/failure.mjs'
import { withProgress } from '../support/output.mjs'
import { findGap } from './log.mjs'
import { serveLog } from './log-server.mjs'

/**
 * Makes PostgreSQL replay the log up to a time, and stops it.
 * @param {import('./target.mjs').Target} from @param {import('./backups.mjs').Backup} backup
 * @param {{ home: string, cluster: string, binaries: import('../postgres/binaries.mjs').Binaries,
 *   account: import('../postgres/account.mjs').Account }} where `home`: where the port to use is recorded
 * @param {Date | undefined} at
 */
export async function replay(from, backup, where, at) {
  const { home, cluster, account, binaries } = where
  const log = serveLog(from.part('database/wal'), cluster, account)
  const signal = join(cluster, 'recovery.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  if (account !== undefined) chownSync(signal, account.uid, account.gid)
  const settings = {
    restore_command: log.command,
    // That of the backup: after an earlier restore there are others, which left this one at another time.
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // When PostgreSQL reads this setting, it has not loaded the names of time zones yet.
    ...(at === undefined ? {} : { recovery_target_time: at.toISOString().replace('Z', '+00') }),
    // Connections are refused until the server is promoted, so that a connection means that the replay is complete.
    hot_standby: 'off',
    // What it writes belongs to no backup before it is in place.
    archive_mode: 'off',
  }
  try {
    await withProgress(`Replaying the log until ${at?.toISOString() ?? 'its end'}`, async () => {
      const port = await choosePort(home)
      const outcome = await launch({ cluster: realpathSync(cluster), binaries, account, port, fast: false, settings })
      if (typeof outcome !== 'object')
        throw new Failure('The restored database did not start: its port was taken; repeat.')
      await shutDown(outcome.pid)
    })
  } catch (error) {
    if (log.failure() !== undefined) throw log.failure()
    if (!(error instanceof Failure && /recovery ended before configured recovery target/.test(error.message)))
      throw error
    const gap = await findGap(from, backup)
    if (gap !== undefined) throw incomplete('--at', gap, error)
    throw new Failure(
      `--at: the log that was copied ends before ${at?.toISOString()}; leave --at out for its last state.`,
      { cause: error },
    )
  } finally {
    await log.close()
  }
}

/** @param {string} option @param {string} file @param {unknown} [cause] */
export const incomplete = (option, file, cause) =>
  new Failure(
    `${option}: the log file database/wal/${file}.gz is missing, and what is after it cannot be restored; --at=gap restores what is before it.`,
    { cause },
  )
