import { statfsSync } from 'node:fs'
import { Failure } from '../failure.mjs'

const MEGABYTE = 1024 * 1024

/**
 * @param {string} folder that exists @param {number} needed megabytes
 * @throws {Failure} when the disk has less
 */
export function requireSpace(folder, needed) {
  const disk = statfsSync(folder)
  const free = Math.floor((disk.bavail * disk.bsize) / MEGABYTE)
  if (free < needed)
    throw new Failure(
      `DATA_DIR: the disk of ${folder} is full: ${free} MB are free and the database needs ${needed} MB.`,
    )
}
