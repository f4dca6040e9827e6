import { statfsSync } from 'node:fs'
import { Failure } from '../support/failure.mjs'

const MEGABYTE = 1024 * 1024

/**
 * The free space for this user on the disk of an existing folder.
 * @param {string} folder
 * @returns {number} megabytes
 */
export function freeMegabytes(folder) {
  const disk = statfsSync(folder)
  return Math.floor((disk.bavail * disk.bsize) / MEGABYTE)
}

/**
 * @param {string} folder an existing one @param {number} needed megabytes
 * @throws {Failure} when the disk has less
 */
export function requireSpace(folder, needed) {
  const free = freeMegabytes(folder)
  if (free < needed)
    throw new Failure(
      `DATA_DIR: the disk of ${folder} is full: ${free} MB are free and the database needs ${needed} MB.`,
    )
}
