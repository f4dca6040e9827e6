// A server in a separate process with as many brands as POOLS says, each a pool of its own, all in DATABASE_URL or each
// in a database of its own (EACH), whose names are `pool0` and so on.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeBrand } from '#server/commands/brand-new.ts'
import { loadBrands } from '#server/modules/brands/index.ts'
import { loadFlows } from '#server/modules/flows/index.ts'
import { listen } from '#server/platform/http/listen.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createShard } from '#server/shards/running-shard.ts'
import { startShards } from '#server/shards/several-shards.ts'
import { shardsOf } from '#server/shards/shards.ts'
import { benchConfig, webBuild } from './config.ts'

const begun = performance.now()
const source = fileURLToPath(new URL('../../brands', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'incontro-brands-'))
for (const name of ['_flows', '_fonts', '_legal', '_moderation', '_support', 'local'])
  cpSync(join(source, name), join(folder, name), { recursive: true })
const count = Number(process.env['POOLS'])
const keys = Array.from({ length: count }, (_, n) => `pool${n}`)
for (const [n, key] of keys.entries()) {
  makeBrand(folder, { key, title: `Pool ${n}`, domain: `${key}.example`, like: 'local' })
  const file = join(folder, key, 'brand.json')
  const brand = JSON.parse(readFileSync(file, 'utf8')) as { company: object }
  // A company's invoices are in one database.
  const company = { ...brand.company, vatNumber: `IT${String(n).padStart(11, '0')}` }
  writeFileSync(file, JSON.stringify({ ...brand, company }))
}
rmSync(join(folder, 'local'), { recursive: true })
const brands = loadBrands(folder)
const url = process.env['DATABASE_URL'] ?? ''
const databaseOf = (key: string): string => url.replace(/\/[^/]*$/, `/${key}`)
const config = {
  ...benchConfig(databaseOf('pool0'), Number(process.env['PORT'])),
  roles: ['web', 'socket', 'worker'] as const,
  ...(process.env['EACH'] === undefined
    ? {}
    : { poolDatabases: new Map(keys.slice(1).map((key) => [key, databaseOf(key)])) }),
}
const all = { config, brands, flows: loadFlows(folder, brands), log: createLog('error'), webBuild }
const made = performance.now()
if (process.env['EACH'] === undefined) {
  const { context, begin } = await createShard({ ...all, health: { ready: true } })
  await begin()
  await listen(context.app, config)
} else await startShards(shardsOf(config, brands), all)
rmSync(folder, { recursive: true, force: true })
const startMs = performance.now() - made

process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ rss: process.memoryUsage().rss, startMs, brandsMs: made - begun })
})
process.send?.('ready')
