import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of the build that `npm test` makes first; WEB_BUILD_DIR names another one. */
export function webBuild(): string {
  const folder = process.env['WEB_BUILD_DIR'] ?? fileURLToPath(new URL('../../../web/build', import.meta.url))
  if (!existsSync(`${folder}/server/index.js`))
    throw new Error(`There is no build of the pages in ${folder}: npm run build`)
  return folder
}
