import { chownSync, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

/**
 * Gives PostgreSQL the files of its log during a replay, one at a time, from wherever the backup is. PostgreSQL's user
 * needs no access there: it asks by creating a file in a folder beside its cluster, and finds the answer there.
 * @param {import('./target.mjs').Storage} wal @param {string} cluster
 * @param {import('../postgres/account.mjs').Account} account
 * @returns {{ command: string, failure: () => unknown, close: () => Promise<void> }} `command`: the restore_command
 */
export function serveLog(wal, cluster, account) {
  const folder = `${cluster}.log`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  let isOpen = true
  /** @type {unknown} */
  let failure

  /** @param {string} name */
  async function answer(name) {
    const file = join(folder, name)
    const source = await wal.getStream(`${name}.gz`)
    if (source !== undefined) {
      await pipeline(source, createGunzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
      if (account !== undefined) chownSync(`${file}.part`, account.uid, account.gid)
      renameSync(`${file}.part`, file)
    }
    rmSync(`${file}.wanted`)
  }

  async function serve() {
    while (isOpen) {
      const wanted = readdirSync(folder).find((name) => name.endsWith('.wanted'))
      if (wanted === undefined) {
        await sleep(10)
        continue
      }
      try {
        await answer(wanted.slice(0, -'.wanted'.length))
      } catch (error) {
        // A file that cannot be read is not the end of the log.
        failure = error
        writeFileSync(join(folder, 'failed'), '')
        return
      }
    }
  }
  const served = serve()

  // PostgreSQL runs it in the cluster's folder. From 126 on, the replay ends instead of taking the log as complete.
  const place = `../${basename(folder)}`
  const command = [
    `f="${place}/%f"`,
    'rm -f "$f"',
    ': > "$f.wanted" || exit 126',
    `while test -e "$f.wanted"; do if test -e "${place}/failed"; then exit 126; fi; sleep 0.02; done`,
    'test -e "$f" && mv "$f" "%p"',
  ].join('; ')
  return {
    command,
    failure: () => failure,
    async close() {
      isOpen = false
      await served
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
