import { chownSync, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

/** How often a log file is tried when its storage does not answer. */
const ATTEMPTS = 5

/**
 * Gives PostgreSQL the files of its log during a replay, one at a time, from wherever the backup is. PostgreSQL's user
 * needs no access there: it asks by creating a file in a folder beside its cluster, and finds the answer there.
 * @param {{ wal: (name: string) => Promise<import('node:stream').Readable | undefined>, cluster: string,
 *   account: import('../postgres/account.mjs').Account }} options
 * @returns {{ command: string, failure: () => unknown, close: () => Promise<void> }} `command`: the restore_command
 */
export function serveLog({ wal, cluster, account }) {
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
    const source = await wal(name)
    if (source !== undefined) {
      await pipeline(source, createGunzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
      if (account !== undefined) chownSync(`${file}.part`, account.uid, account.gid)
      renameSync(`${file}.part`, file)
    }
    rmSync(`${file}.wanted`)
  }

  async function serve() {
    while (isOpen) {
      const wanted = readdirSync(folder).filter((name) => name.endsWith('.wanted'))
      for (const name of wanted.map((file) => file.slice(0, -'.wanted'.length))) {
        for (let attempt = 1; isOpen; attempt += 1) {
          try {
            await answer(name)
            break
          } catch (error) {
            if (attempt < ATTEMPTS) {
              await sleep(attempt * 500)
              continue
            }
            // A file that cannot be read is not the end of the log.
            failure = error
            isOpen = false
            writeFileSync(join(folder, 'failed'), '')
          }
        }
      }
      await sleep(10)
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
