import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'

/** A file that exists while the restored database and its pictures are moved into place. @param {string} dataDir */
export const restoreMark = (dataDir) => join(dataDir, 'restoring')

/** @param {string} dataDir @throws {Failure} when a restore was interrupted while it moved files into place */
export function requireNoRestore(dataDir) {
  if (existsSync(restoreMark(dataDir)))
    throw new Failure(`DATA_DIR: a restore of ${dataDir} was broken off: run the same npm run restore again first.`)
}
