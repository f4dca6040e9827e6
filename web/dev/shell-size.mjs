// What a browser loads before the first interaction, in gzipped bytes of JavaScript, read from the build:
//   node dev/shell-size.mjs ROUTE…     the given route files, such as features/identity/signup/signup; the limits are in .size-limit.mjs
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
