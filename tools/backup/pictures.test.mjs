import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPlace } from '#server/platform/storage/open.ts'
import { backUpPictures, prunePictures, restorePictures } from './pictures.mjs'
import { openTarget } from './target.mjs'

const folder = mkdtempSync(join(tmpdir(), 'incontro-pictures-'))
const [here, place] = [join(folder, 'here'), join(folder, 'place')]
beforeEach(() => {
  for (const one of [here, place]) rmSync(one, { recursive: true, force: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An installation with a photo of which a copy was made. */
async function copiedOnce() {
  const storage = openPlace(here)
  const target = await openTarget('--to', place)
  for (const key of ['photos/a/master.jpg', 'exports/b.zip', 'variants/a/card.webp'])
    await storage.put(key, `whole ${key}`)
  expect(await backUpPictures(storage, target.part('pictures'))).toEqual({ copied: 3, differing: [] })
  return { storage, target }
}

test('a picture that was damaged keeps its good copy, is named each time, and can be brought back', async () => {
  const { storage, target } = await copiedOnce()
  truncateSync(join(here, 'photos/a/master.jpg'))
  const differing = [{ key: 'photos/a/master.jpg', here: 0, there: 25 }]
  for (let n = 0; n < 2; n += 1)
    expect(await backUpPictures(storage, target.part('pictures'))).toEqual({ copied: 0, differing })
  expect(readFileSync(join(place, 'pictures/photos/a/master.jpg'), 'utf8')).toBe('whole photos/a/master.jpg')
  await restorePictures(target, storage)
  expect(String(await storage.get('photos/a/master.jpg'))).toBe('whole photos/a/master.jpg')
})

test('what is made again under its key replaces the copy', async () => {
  const { storage, target } = await copiedOnce()
  await storage.put('exports/b.zip', 'another archive')
  await storage.put('variants/a/card.webp', 'another size')
  expect(await backUpPictures(storage, target.part('pictures'))).toEqual({ copied: 2, differing: [] })
  expect(readFileSync(join(place, 'pictures/exports/b.zip'), 'utf8')).toBe('another archive')
})

test('a picture that was deleted leaves the copies once it is gone for as long as they are kept', async () => {
  const { storage, target } = await copiedOnce()
  const dayMs = 86_400_000
  const begun = Date.now()
  const prune = (/** @type {number} */ day) =>
    prunePictures(storage, target, {
      now: new Date(begun + day * dayMs),
      oldest: new Date(begun + (day - 30) * dayMs),
    })
  expect(await prune(0)).toBe(0)
  await storage.remove('photos/a/master.jpg')
  await storage.remove('exports/b.zip')
  expect([await prune(1), await prune(30)]).toEqual([0, 0])
  // What is back meanwhile was not gone.
  await storage.put('exports/b.zip', 'whole exports/b.zip')
  expect([await prune(31), await prune(32)]).toEqual([0, 1])
  expect(existsSync(join(place, 'pictures/photos/a/master.jpg'))).toBe(false)
  expect(existsSync(join(place, 'pictures/exports/b.zip'))).toBe(true)
})

test('an empty storage, as where its disk is not mounted, takes no copy away however long', async () => {
  const { target } = await copiedOnce()
  rmSync(here, { recursive: true })
  const now = Date.now()
  for (const day of [0, 31, 62])
    expect(
      await prunePictures(openPlace(here), target, {
        now: new Date(now + day * 86_400_000),
        oldest: new Date(now + (day - 30) * 86_400_000),
      }),
    ).toBe(0)
  expect(existsSync(join(place, 'pictures/photos/a/master.jpg'))).toBe(true)
})
