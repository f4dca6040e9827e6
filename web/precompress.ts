import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worth = /\.(?:js|css|svg)$/

/**
 * Writes `.br` and `.gz` versions beside the client's files, so that the server need not compress them for each
 * request.
 */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => worth.test(name))
  // File by file: each compression has a window of megabytes.
  for (const name of names) {
    const file = join(folder, name)
    const bytes = await readFile(file)
    const brotli = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    await Promise.all([
      promisify(brotliCompress)(bytes, brotli).then((small) => writeFile(`${file}.br`, small)),
      promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
    ])
  }
}
