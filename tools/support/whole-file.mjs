import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/**
 * Writes a file whole or not at all, readable by this user only: a full disk or a power cut leaves no half of it.
 * @param {string} file @param {string} text
 */
export function writeWhole(file, text) {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
