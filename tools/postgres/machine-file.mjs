import { appendFileSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsFor, thisMachine } from './machine.mjs'

const INCLUDE = "include_if_exists = 'machine.conf'"

/** Lets a new cluster read the file. @param {string} cluster */
export function includeMachineFile(cluster) {
  appendFileSync(
    join(cluster, 'postgresql.conf'),
    `\n# From the machine's memory and cores, written anew at each start. What you write below this line wins.\n${INCLUDE}\n`,
  )
}

/**
 * Whether a cluster's settings follow the machine: those of earlier versions have them in postgresql.conf.
 * @param {string} cluster
 */
function followsMachine(cluster) {
  return readFileSync(join(cluster, 'postgresql.conf'), 'utf8').includes(INCLUDE)
}

/** Writes what this machine asks for, where the cluster reads it. @param {string} cluster @param {import('./account.mjs').Account} account */
export function writeMachineFile(cluster, account) {
  if (!followsMachine(cluster)) return
  const file = join(cluster, 'machine.conf')
  const lines = Object.entries(settingsFor(thisMachine())).map(([name, value]) => `${name} = '${value}'`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (account !== undefined) chownSync(file, account.uid, account.gid)
}
