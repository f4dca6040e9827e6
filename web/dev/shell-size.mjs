// What a browser loads before the first interaction, in gzipped bytes of JavaScript, read from the build:
//   node dev/shell-size.mjs            the signed-in shell with the search page, limit 190 kB
//   node dev/shell-size.mjs ROUTE…     the given route files, such as features/identity/signup
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const client = join(import.meta.dirname, '..', process.env.WEB_BUILD_DIR ?? 'build', 'client')
const assets = readdirSync(join(client, 'assets'))
const name = assets.find((file) => /^manifest-.*\.js$/.test(file))
const manifest = JSON.parse(readFileSync(join(client, 'assets', name), 'utf8').replace(/^[^{]*/, '').replace(/;\s*$/, ''))
const given = process.argv.slice(2)
const wanted = given.length > 0 ? ['app/visitor-layout', ...given] : ['app/member-layout', 'features/discovery/find']
const parts = [manifest.entry, manifest.routes.root, ...wanted.map((id) => manifest.routes[id]).filter(Boolean)]
const files = new Set(parts.flatMap((part) => [part.module, ...(part.imports ?? [])]))
files.add(`/assets/${assets.find((file) => /^it-.*\.js$/.test(file))}`)
files.add(`/assets/${name}`)
const value = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file))).length, 0)
const limit = 190_000
process.stdout.write(`${JSON.stringify({ name: 'shell-size', routes: wanted, files: files.size, value, limit })}\n`)
if (given.length === 0 && value > limit) process.exitCode = 1
