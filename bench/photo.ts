// A photograph of 12 megapixels: CPU from its upload until all its files are stored, relative to a bare sharp pipeline
// that makes the same files; the part of that time after which it is shown; how late the event loop is while eight are
// uploaded at once; and how many pictures a second are served over HTTP, whole and by their tag, and the server's CPU for
// each: the connections are another process's.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'
import { createContext } from '#server/context.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { fileForm } from '#server/modules/photos/testing/pictures.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/process/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { benchConfig } from './parts/config.ts'
import { interleaved, median, report } from './parts/measure.ts'
import { makePeople, type Person } from './parts/people.ts'
import { pictureRate } from './parts/picture-rate.ts'

const targets = { cpu: 1.25, pipelineMs: 600, delayMs: 50, servedPerSecond: 5000 } as const
const pairs = 5
const concurrency = 8
const width = 4000
const height = 3000

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const dataDir = join(tmpdir(), `incontro-bench-photo-${process.pid}`)
const context = await createContext({
  servesLocalhost: true,
  config: { ...benchConfig(url, 0), dataDir },
  log: createLog('silent'),
  health: { ready: true },
  limitFactor: 1e6,
})
await context.load()
await context.app.ready()
const people = await makePeople(database, 1 + pairs + concurrency, 'man', 0)
const complete = context.jobs.handlers['photos-complete']
if (!complete) throw new Error('no such job')

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
const photo = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
  .blur(3)
  .jpeg({ quality: 90 })
  .toBuffer()

async function upload({ clickid, token }: Person): Promise<string> {
  const { headers, body } = fileForm(photo)
  const answer = await context.app.inject({
    method: 'POST',
    url: `/api/upload/${clickid}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ data: { name: string } }>().data.name
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** CPU of a piece of work in milliseconds, with that of its threads. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const from = cpuMs()
  await work()
  return cpuMs() - from
}

/** The same files, made as cheaply as sharp makes them. */
async function bare(): Promise<void> {
  const folder = join(dataDir, 'bare')
  await mkdir(folder, { recursive: true })
  const { data, info } = await sharp(photo)
    .resize({ width: 1000, height: 1000, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const put = async (name: string, bytes: Promise<Buffer>) => writeFile(join(folder, name), await bytes)
  await put('master.jpg', sharp(data, { raw }).jpeg({ quality: 100 }).toBuffer())
  for (const [name, size, quality, formats] of [
    ['card', { width: 480, height: 640 }, [78, 55], ['webp', 'avif']],
    ['avatar', { width: 160, height: 160 }, [78, 55], ['webp']],
    ['full', { width: 1000, height: 1000 }, [82, 60], ['webp', 'avif']],
  ] as const) {
    const fit = name === 'full' ? 'inside' : 'cover'
    const one = await sharp(data, { raw })
      .resize({ ...size, fit, position: sharp.strategy.attention })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const shape = { width: one.info.width, height: one.info.height, channels: one.info.channels }
    const open = () => sharp(one.data, { raw: shape })
    const [webp, avif] = quality
    await put(`${name}.webp`, open().webp({ quality: webp, effort: 2 }).toBuffer())
    if ((formats as readonly string[]).includes('avif'))
      await put(`${name}.avif`, open().avif({ quality: avif, effort: 0 }).toBuffer())
  }
}

let at = 0
const shown: number[] = []
const cpu = await interleaved(
  () =>
    cpuOf(async () => {
      const person = people[at]
      at += 1
      if (!person) throw new Error('no member left')
      const from = performance.now()
      const photoId = await upload(person)
      const answered = performance.now()
      await complete({ memberId: person.id, photoId }, { attempt: 1, last: false })
      shown.push((answered - from) / (performance.now() - from))
    }),
  () => cpuOf(bare),
  pairs,
)

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
await Promise.all(people.slice(at).map(upload))
delay.disable()
const delayMs = delay.percentile(99) / 1e6 - 5

const [owner] = people
if (!owner) throw new Error('no member')
const headers = { host: 'localhost', authorization: `Bearer ${owner.token}` }
const album = await context.app.inject({ method: 'GET', url: `/api/photos/${owner.clickid}`, headers })
const path = album.json<{ album: { path: string }[] }>().album[0]?.path ?? ''
const origin = await context.app.listen({ port: 0, host: '127.0.0.1' })
const picture = `${origin.replace('127.0.0.1', 'localhost')}${path}`
const asked = { authorization: headers.authorization, accept: 'image/avif' }
const answer = await fetch(picture, { headers: asked })
await answer.arrayBuffer()
// The first run warms up.
await pictureRate(picture, asked, 200)
const whole = await pictureRate(picture, asked, 200)
const unchanged = await pictureRate(picture, { ...asked, 'if-none-match': answer.headers.get('etag') ?? '' }, 304)

await context.close()
await database.close()
await rm(dataDir, { recursive: true, force: true })
report('photo', 'ms of CPU', JSON.stringify(targets), {
  ...cpu,
  bytes: photo.length,
  shownAfter: Number(median(shown).toFixed(2)),
  delayMs: Number(delayMs.toFixed(1)),
  servedWhole: whole,
  servedByTag: unchanged,
})
process.exit(cpu.ratio <= targets.cpu && delayMs < targets.delayMs ? 0 : 1)
