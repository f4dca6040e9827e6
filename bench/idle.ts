// The resident memory of an idle server process with pages, sockets and the geography loaded, compared with a plain
// Socket.IO server with `pg`.
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'

const target = 200
const mebibyte = 1024 * 1024
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
await database.close()
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()

/** Memory in mebibytes, once it is stable. */
async function resident(program: string): Promise<number> {
  const server = await forkProgram(program, { DATABASE_URL: url, WEB_BUILD: webBuild })
  let rss = 0
  for (let n = 0; n < 10; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    rss = (await server.ask<{ rss: number }>('memory')).rss
  }
  await server.stop()
  return rss / mebibyte
}

const result = await interleaved(
  () => resident('serve.ts'),
  () => resident('../yardsticks/plain-socketio.ts'),
  3,
)
report('idle', 'MiB', `<= ${target}`, result)
process.exit(result.value <= target ? 0 : 1)
