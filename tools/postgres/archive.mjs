import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The file `archive_to` in the cluster names the folder in which PostgreSQL archives its log, and in its second line
 * the place of the backups to which that leads. `npm run backup` writes it. Without it, nothing is archived and
 * PostgreSQL recycles its log. No backup contains it, so a restored cluster archives nothing until its own first
 * backup.
 */

export const ARCHIVE_FILE = 'archive_to'

/** Some network file systems refuse to flush a folder, and flush all they have. */
const FLUSH_NAME = '{ sync "$folder/wal" || sync -f "$folder/wal"; }'

/**
 * PostgreSQL runs this command in the cluster's folder for each log file, and recycles the file once it succeeds. So
 * the copy is complete and on the disk, with its name, before that; an existing copy has to be identical.
 */
export const ARCHIVE_COMMAND = [
  `test -e ${ARCHIVE_FILE} || exit 0`,
  `read -r folder < ${ARCHIVE_FILE} || exit 1`,
  'file="$folder/wal/%f.gz"',
  `if test -e "$file"; then gzip -dc "$file" | cmp -s - "%p" && ${FLUSH_NAME}; exit; fi`,
  `gzip -1 < "%p" > "$file.new" && sync "$file.new" && mv "$file.new" "$file" && ${FLUSH_NAME}`,
].join('; ')

/** @typedef {{ folder: string, place: string }} Archive */

/** @param {string} cluster @param {Archive} archive @param {import('./account.mjs').Account} account */
export function setArchive(cluster, { folder, place }, account) {
  const file = join(cluster, ARCHIVE_FILE)
  writeFileSync(`${file}.new`, `${folder}\n${place}\n`, { mode: 0o600 })
  if (account !== undefined) chownSync(`${file}.new`, account.uid, account.gid)
  renameSync(`${file}.new`, file)
}

/**
 * Sets what was set before.
 * @param {string} cluster
 * @param {Archive | undefined} before
 * @param {import('./account.mjs').Account} account
 */
export function resetArchive(cluster, before, account) {
  if (before === undefined) rmSync(join(cluster, ARCHIVE_FILE))
  else setArchive(cluster, before, account)
}

/** Where a cluster archives its log, if it does. @param {string} cluster @returns {Archive | undefined} */
export function archiveOf(cluster) {
  try {
    const [folder = '', place = ''] = readFileSync(join(cluster, ARCHIVE_FILE), 'utf8').split('\n')
    return { folder, place }
  } catch {
    // Without the file, there has not been a backup yet.
    return undefined
  }
}
