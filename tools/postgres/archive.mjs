import { chownSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * The file `archive` beside the cluster names the folder in which the write-ahead log is archived; `npm run backup`
 * writes it. Without that file, nothing is archived and PostgreSQL recycles its log.
 */

/** @param {string} cluster */
export function archiveFile(cluster) {
  return join(dirname(cluster), 'archive')
}

/**
 * PostgreSQL runs this command in the cluster's folder for each log file. It succeeds only once the copy is complete
 * and on the disk; an existing copy has to be identical.
 */
export const ARCHIVE_COMMAND = [
  'test -e ../archive || exit 0',
  'read -r folder < ../archive || exit 1',
  'file="$folder/wal/%f.gz"',
  'if test -e "$file"; then gzip -dc "$file" | cmp -s - "%p"; exit; fi',
  'gzip -1 < "%p" > "$file.new" && sync "$file.new" && mv "$file.new" "$file"',
].join('; ')

/** @param {string} cluster @param {string} folder @param {import('./account.mjs').Account} account */
export function setArchive(cluster, folder, account) {
  const file = archiveFile(cluster)
  writeFileSync(`${file}.new`, `${folder}\n`, { mode: 0o600 })
  if (account !== undefined) chownSync(`${file}.new`, account.uid, account.gid)
  renameSync(`${file}.new`, file)
}

/** Ends the archiving. @param {string} cluster */
export const clearArchive = (cluster) => rmSync(archiveFile(cluster), { force: true })

/** The archive folder, if any. @param {string} cluster */
export function archiveOf(cluster) {
  try {
    return readFileSync(archiveFile(cluster), 'utf8').trim()
  } catch {
    // Without the file, there has not been a backup yet.
    return undefined
  }
}
