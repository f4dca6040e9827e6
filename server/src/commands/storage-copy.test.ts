import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlace } from '#platform/storage/open.ts'
import { startS3Server, type S3Server } from '#platform/storage/testing/s3-server.ts'
import { runStorageCopy } from './storage-copy.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-copy-'))
  server = await startS3Server(['photos'])
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const own = () => openPlace(join(folder, 'own'))
const bucket = () => openPlace(server.url('photos'))
const copy = (...args: string[]) => runStorageCopy(args, { own, print: () => undefined })
const contentOf = async (storage = bucket()) => {
  const content: Record<string, string> = {}
  for await (const { key } of storage.list()) content[key] = String(await storage.get(key))
  return content
}

test('copies what is missing, continues after a failure, and removes or compares on request', async () => {
  const to = `--to=${server.url('photos')}`
  const all = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`photos/${n}/master.jpg`, `picture ${n}`]))
  for (const [key, text] of Object.entries(all)) await own().put(key, text)
  server.fail('full', /^PUT .*photos\/[4-7]\//)
  expect(await copy(to)).toMatchObject({ ok: false, lines: [expect.stringContaining('InsufficientStorage'), /again/] })
  server.fail(undefined)
  const before = Object.keys(await contentOf()).length
  expect(before).toBeGreaterThan(0)
  expect(await copy(to)).toEqual({
    ok: true,
    lines: [`${8 - before} files copied and compared (1 MB), ${before} were there`],
  })
  expect(await contentOf()).toEqual(all)

  // Damaged at the same length, which only the checksum shows.
  await bucket().put('photos/3/master.jpg', 'picture X')
  await own().remove('photos/4/master.jpg')
  await own().put('photos/new/master.jpg', 'new')
  expect((await copy(to)).lines).toEqual([
    '1 files copied and compared (1 MB), 7 were there',
    '1 are there but no longer here: deleted pictures stay until you repeat this with --remove',
  ])
  expect((await contentOf())['photos/3/master.jpg']).toBe('picture X')
  expect((await copy(to, '--verify', '--remove')).lines).toEqual([
    '1 files copied and compared (1 MB), 7 were there',
    '1 removed there, which are no longer here',
  ])
  expect(await contentOf()).toEqual(await contentOf(own()))

  // And back, into an empty folder.
  const back = join(folder, 'back')
  expect(await copy(`--from=${server.url('photos')}`, `--to=${back}`)).toMatchObject({ ok: true })
  expect(await contentOf(openPlace(back))).toEqual(await contentOf(own()))
})

test('removes nothing where what is copied from is empty, as a folder whose disk is not mounted', async () => {
  const to = join(folder, 'kept')
  await openPlace(to).put('photos/1/master.jpg', 'picture')
  expect(await copy(`--from=${join(folder, 'none')}`, `--to=${to}`, '--remove')).toMatchObject({
    ok: false,
    lines: [expect.stringContaining('has no files, so nothing is removed'), expect.anything()],
  })
  expect(await contentOf(openPlace(to))).toEqual({ 'photos/1/master.jpg': 'picture' })
})

test.each([
  [[], '--to: s3://BUCKET or a folder'],
  [['--to=s3://'], 'no name of a bucket'],
  [['--to=/x', '--from=/x'], 'are the same'],
  [['--on=/x'], "Unknown option '--on'"],
])('%j is refused', async (args, reason) => {
  expect(await copy(...args)).toEqual({
    ok: false,
    lines: expect.arrayContaining([expect.stringContaining(reason)]),
  })
})
