import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BrandFileError, type Brands, readBrandJson } from '#modules/brands/index.ts'
import * as z from 'zod'
import { brandFlows, type BrandFlows } from './brand-flows.ts'
import type { Comparison } from './comparisons.ts'
import type { Flow } from './flow.ts'
import { flowFile, flowId, type FlowFile } from './flow-file.ts'

export interface Flows {
  /** A brand's flow; an unknown id returns the brand's default. @throws for an unknown brand */
  of(brandKey: string, flowId: string): Flow
  /**
   * The flow of a visitor: the one they ask for if the brand names it in `visitFlows`, otherwise the default.
   * Prices, gifts and checks differ between flows, so a visitor does not choose among all of them. Where two flows are
   * compared, `createVisitorFlows` chooses between them.
   */
  ofVisit(brandKey: string, asked: string | undefined): Flow
  /** All flows of a brand. */
  all(brandKey: string): readonly Flow[]
  /** The flows whose visitors are divided between two (decision 058). */
  comparisons(brandKey: string): readonly Comparison[]
}

/** Flows as the files have them. */
export interface LoadedFlows extends Flows {
  /** A brand's files by the id of their flow, those that are shared included; `base` is filled in. */
  files(brandKey: string): ReadonlyMap<string, FlowFile>
  /**
   * A brand's flows with these in place of its files.
   * @throws BrandFileError if they do not fit the brand or each other
   */
  withFiles(brandKey: string, replaced: ReadonlyMap<string, FlowFile>): BrandFlows
}

/**
 * Loads the flows of every brand: `_flows/*.json`, each overridden by the brand's own `flows/*.json`.
 * @throws BrandFileError naming the file, the key and the problem
 */
export function loadFlows(dir: string, brands: Brands): LoadedFlows {
  const sharedFolder = join(dir, '_flows')
  const read = (folder: string) => readFolder(folder, sharedFolder)
  const shared = read(sharedFolder)
  const byBrand = new Map(
    brands.list.map((brand) => {
      const files = new Map([...shared, ...read(join(dir, brand.key, 'flows'))])
      return [brand.key, { brand, files, flows: brandFlows(dir, brand, files) }]
    }),
  )
  const ofBrand = (key: string) => {
    const entry = byBrand.get(key)
    if (!entry) throw new Error(`no brand ${key}`)
    return entry
  }
  return {
    of: (brandKey, id) => ofBrand(brandKey).flows.of(id),
    ofVisit: (brandKey, asked) => ofBrand(brandKey).flows.ofVisit(asked),
    all: (brandKey) => ofBrand(brandKey).flows.all,
    comparisons: (brandKey) => ofBrand(brandKey).flows.comparisons,
    files: (brandKey) => ofBrand(brandKey).files,
    withFiles(brandKey, replaced) {
      const { brand, files } = ofBrand(brandKey)
      return brandFlows(dir, brand, new Map([...files, ...replaced]))
    },
  }
}

/** With `base`, a file only contains the differences from that shared flow. */
const derived = z.looseObject({ base: flowId.optional() })
const withBase = (sharedFolder: string) =>
  z.preprocess((value, context) => {
    const { success, data } = derived.safeParse(value)
    if (!success || data.base === undefined) return value
    const { base, ...own } = data
    const file = join(sharedFolder, `${base}.json`)
    if (existsSync(file)) return { ...readBrandJson(file, z.looseObject({})), ...own }
    context.issues.push({ code: 'custom', path: ['base'], message: `there is no shared flow ${base}`, input: base })
    return z.NEVER
  }, flowFile)

function readFolder(folder: string, sharedFolder: string): ReadonlyMap<string, FlowFile> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    // Base flows first, so that their errors are reported for their own file.
    .map((name) => ({ name, hasBase: readBrandJson(join(folder, name), derived).base !== undefined }))
    .toSorted((one, other) => Number(one.hasBase) - Number(other.hasBase) || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name)
  return new Map(
    names.map((name) => {
      const file = join(folder, name)
      const flow = readBrandJson(file, withBase(sharedFolder))
      if (`${flow.fluxId}.json` !== name) throw new BrandFileError(file, 'fluxId', 'must be the name of the file')
      return [flow.fluxId, flow]
    }),
  )
}
