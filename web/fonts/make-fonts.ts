import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { type Face, faces, facesCss, sourceOf } from './faces.ts'
import { letters, lettersRange } from './letters.ts'

/** The OpenType features that the design uses. */
const features = ['kern', 'liga', 'ccmp', 'ss01', 'tnum']
const cache = fileURLToPath(new URL('../../node_modules/.cache/incontro-fonts', import.meta.url))

/** Generates the font subsets before a build; `@fonts` is an alias of their folder, which also contains `faces.css`. */
export const makeFonts = (): Plugin => ({
  name: 'make-fonts',
  async config() {
    return { resolve: { alias: { '@fonts': await fontsFolder() } } }
  },
})

/**
 * The folder's name is a hash of all inputs, so that the files are generated again only when a font, a letter or a face
 * changes.
 */
async function fontsFolder(): Promise<string> {
  const sources = await Promise.all(faces.map((face) => readFile(fileURLToPath(import.meta.resolve(sourceOf(face))))))
  const css = facesCss(lettersRange)
  const hash = createHash('sha256').update(JSON.stringify([css, letters, features, faces]))
  for (const source of sources) hash.update(source)
  const folder = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  // Written to a draft and renamed, because another build may look for the folder at the same time.
  const draft = `${folder}.${process.pid}`
  await mkdir(draft, { recursive: true })
  await Promise.all(
    faces.map(async (face, n) =>
      writeFile(join(draft, `${face.name}.woff2`), await smaller(face, sources[n] ?? Buffer.alloc(0))),
    ),
  )
  await writeFile(join(draft, 'faces.css'), css)
  await mkdir(dirname(folder), { recursive: true })
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

const smaller = ({ kept }: Face, source: Buffer): Promise<Buffer> =>
  subsetFont(source, letters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    variationAxes: { wght: typeof kept === 'number' ? kept : { min: kept[0], max: kept[1] } },
  })
