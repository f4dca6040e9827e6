import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { print } from './support/output.mjs'
import { startThrowawayPostgres } from './support/throwaway-postgres.mjs'

/*
 * npm run bench -- NAME ARGS…: runs one benchmark on its own database; without a name, lists the benchmarks.
 */
/** Benchmarks that measure durable writes or the amount of data written, or that need autovacuum. */
const onDisk = new Set(['beside', 'peer', 'peer-sites', 'presence', 'queue'])

await runCommand(async () => {
  const folder = join(root, 'bench')
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => /^[^.]+\.ts$/.test(file))
        .map((file) => file.slice(0, -3))
    : []
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) {
    for (const each of names) print(each)
    return 0
  }
  if (!names.includes(name))
    throw new Failure(`There is no benchmark "${name}": there are ${names.join(', ') || 'none yet'}.`)
  await ensureInstalled({ development: true })
  // A benchmark may need additional packages, which other commands do not install.
  if (existsSync(join(folder, name, 'package-lock.json'))) await ensureInstalled({ folder: join('bench', name) })
  const database = await startThrowawayPostgres({ fast: !onDisk.has(name) })
  try {
    return await runProgram(join(folder, `${name}.ts`), args, { DATABASE_URL: database.url, NODE_ENV: 'production' }, [
      '--expose-gc',
    ])
  } finally {
    await database.stop()
  }
})
