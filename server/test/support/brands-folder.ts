import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadBrands, type Brands } from '#modules/brands/index.ts'
import { loadFlows, type LoadedFlows } from '#modules/flows/index.ts'

/** The checked-in brands. */
export const brandsFolder = fileURLToPath(new URL('../../../brands', import.meta.url))

let loaded: Brands | undefined
/** The checked-in brands, loaded once per worker: they are immutable. */
export const checkedInBrands = (): Brands => (loaded ??= loadBrands(brandsFolder))

let loadedFlows: LoadedFlows | undefined
/** Their flows, loaded once as well: validating them takes longer than most tests. */
export const checkedInFlows = (): LoadedFlows => (loadedFlows ??= loadFlows(brandsFolder, checkedInBrands()))

/** The content of a file, mutable beyond what its type allows. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Breakable = any

/** A copy of the brands for a test to break. Delete it with `remove`. */
export function copyOfBrands() {
  const dir = mkdtempSync(join(tmpdir(), 'incontro-brands-'))
  cpSync(brandsFolder, dir, { recursive: true })
  return {
    dir,
    write: (path: string, text: string) => writeFileSync(join(dir, path), text),
    /** Changes a JSON file in place. */
    edit: (path: string, change: (value: Breakable) => void) => {
      const value: Breakable = JSON.parse(readFileSync(join(dir, path), 'utf8'))
      change(value)
      writeFileSync(join(dir, path), JSON.stringify(value))
    },
    drop: (path: string) => rmSync(join(dir, path), { recursive: true }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
