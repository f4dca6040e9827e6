import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf } from './archive.mjs'
import { settingsFor, thisMachine } from './machine.mjs'

const INCLUDE = "include_if_exists = 'machine.conf'"
const NOTE = "# From the machine's memory and cores, written anew at each start."

/** Makes a new cluster include the file. @param {string} cluster */
export function includeMachineFile(cluster) {
  const file = join(cluster, 'postgresql.conf')
  const own = readFileSync(file, 'utf8')
  writeFileSync(file, `${own}\n${NOTE} What you write below this line wins.\n${INCLUDE}\n`)
}

/**
 * Writes the settings for this machine into the file that the cluster includes. A cluster of an earlier version has
 * some of them in postgresql.conf; those win, because the file is read before them.
 * @param {string} cluster @param {import('./account.mjs').Account} account
 */
export function writeMachineFile(cluster, account) {
  const main = join(cluster, 'postgresql.conf')
  const own = readFileSync(main, 'utf8')
  if (!own.includes(INCLUDE)) writeFileSync(main, `${NOTE} What stands below wins.\n${INCLUDE}\n\n${own}`)
  const file = join(cluster, 'machine.conf')
  const settings = {
    ...settingsFor(thisMachine()),
    // With an archive, a failure loses at most one minute of changes.
    ...(archiveOf(cluster) === undefined ? {} : { archive_timeout: '60s' }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (account !== undefined) chownSync(file, account.uid, account.gid)
}
