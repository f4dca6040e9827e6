// Prints the gzipped size in bytes of the JavaScript that a browser loads before the first interaction, read from the
// build:
// node dev/shell-size.mjs ROUTE… route files such as features/identity/signup/signup; .size-limit.mjs has the limits
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { client, loadedFiles } from './loaded-files.mjs'

const given = process.argv.slice(2)
const routes =
  given.length > 0 ? ['routes/visitor-layout', ...given] : ['routes/member-layout', 'routes/landing-or-find']
const files = loadedFiles(routes)
const value = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file))).length, 0)
process.stdout.write(`${JSON.stringify({ name: 'shell-size', routes, files: files.length, value })}\n`)
