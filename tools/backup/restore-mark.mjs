import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'

/** There while a restored database and its pictures take their places. @param {string} dataDir */
export const restoreMark = (dataDir) => join(dataDir, 'restoring')

/** @param {string} dataDir @throws {Failure} when half of a data folder is from before a restore */
export function requireNoRestore(dataDir) {
  if (existsSync(restoreMark(dataDir)))
    throw new Failure(`DATA_DIR: a restore of ${dataDir} was broken off: run the same npm run restore again first.`)
}
