import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archiveFile } from './archive.mjs'
import { settingsFor, thisMachine } from './machine.mjs'

const INCLUDE = "include_if_exists = 'machine.conf'"
const NOTE = "# From the machine's memory and cores, written anew at each start."

/** Lets a new cluster read the file. @param {string} cluster */
export function includeMachineFile(cluster) {
  const file = join(cluster, 'postgresql.conf')
  const own = readFileSync(file, 'utf8')
  writeFileSync(file, `${own}\n${NOTE} What you write below this line wins.\n${INCLUDE}\n`)
}

/**
 * Writes what this machine asks for, where the cluster reads it. A cluster of an earlier version has settings of its own in
 * postgresql.conf, which stay: it reads the file before them.
 * @param {string} cluster @param {import('./account.mjs').Account} account
 */
export function writeMachineFile(cluster, account) {
  const main = join(cluster, 'postgresql.conf')
  const own = readFileSync(main, 'utf8')
  if (!own.includes(INCLUDE)) writeFileSync(main, `${NOTE} What stands below wins.\n${INCLUDE}\n\n${own}`)
  const file = join(cluster, 'machine.conf')
  const settings = {
    ...settingsFor(thisMachine()),
    // Who copies the log away loses a minute at most.
    ...(existsSync(archiveFile(cluster)) ? { archive_timeout: '60s' } : {}),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (account !== undefined) chownSync(file, account.uid, account.gid)
}
