import { join } from 'node:path'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the project, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Whether this is what `npm run build` makes, not a source checkout: nothing is written into it. */
export const isRelease = () => existsSync(join(root, 'release.json'))
