import { spawn } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { privateFolder, syncAll } from './disk.mjs'
import { damaged, readParts } from './parts.mjs'
import { megabytes, progress } from './progress.mjs'

/**
 * Unpacks a backup into a new cluster.
 * @param {import('./target.mjs').Storage} base @param {import('./backups.mjs').Backup} backup
 * @param {{ cluster: string, account: import('../postgres/account.mjs').Account }} where
 */
export async function unpack(base, { name, bytes, parts }, { cluster, account }) {
  print(`Copying ${megabytes(bytes)} of the database …`)
  const stored = parts.reduce((sum, part) => sum + part.bytes, 0)
  privateFolder(cluster, account)
  const tar = spawn('tar', ['-x', '-f', '-', '-C', cluster], { ...account, stdio: ['pipe', 'ignore', 'pipe'] })
  const problem = text(tar.stderr)
  const ended = new Promise((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  let isAllRead = false
  try {
    await pipeline(Readable.from(readParts(base, parts, progress('copied', stored))), createGunzip(), tar.stdin)
    isAllRead = true
  } catch (error) {
    const code = String(/** @type {NodeJS.ErrnoException} */ (error).code)
    if (code.startsWith('Z_')) throw damaged(parts[0]?.key ?? name, 'damaged', error)
    // tar ended before it had read everything; its exit code says why.
    if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)) throw error
  }
  const code = await ended
  // A damaged archive may fail, or seem to end, before its checksum was compared.
  if (!isAllRead || code !== 0) for await (const _ of readParts(base, parts, () => undefined));
  if (code !== 0) throw new Failure(`The database could not be unpacked: ${(await problem).trim()}`)
  for (const [file, place] of Object.entries({ backup_label: 'backup_label', pg_control: 'global/pg_control' })) {
    const content = await base.get(`${name}/${file}`)
    if (content === undefined) throw damaged(`${name}/${file}`, 'missing')
    writeFileSync(join(cluster, place), content, { mode: 0o600 })
    if (account !== undefined) chownSync(join(cluster, place), account.uid, account.gid)
  }
  syncAll(cluster)
}
