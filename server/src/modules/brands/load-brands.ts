import { countries } from '@incontro/contract'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopback } from '#platform/process/loopback.ts'
import type { Brand, BrandAssets, Brands } from './brand.ts'
import { type BrandFile, brandFile } from './brand-file.ts'
import { BrandFileError, readBrandJson } from './brand-file-error.ts'
import { readDrawing } from './drawing.ts'
import { hostName } from './host-name.ts'
import { loadLegalPages } from './legal.ts'
import { derivePalette, PaletteError } from './derive-palette.ts'
import { paletteFile } from './palette-file.ts'
import type { Palette } from './palette.ts'
import { placeholderValues } from './placeholder-values.ts'
import { tokenSheet } from './token-sheet.ts'

/**
 * Reads and validates every brand under `dir`; folders that begin with `_` are shared.
 * @param options.demoPort of a demo, whose brands are at their local names
 * @throws BrandFileError naming the file, the key and the problem
 */
export function loadBrands(dir: string, { demoPort }: { readonly demoPort?: number | undefined } = {}): Brands {
  const files = brandKeys(dir).map((key) => readBrandFile(dir, key))
  for (const file of files) checkSignupElsewhere(dir, file, files)
  const list = files.map((file) => loadBrand(dir, file, files, demoPort))
  const byKey = new Map(list.map((brand) => [brand.key, brand]))
  const byHost = new Map<string, Brand>()
  for (const brand of list) {
    for (const host of brand.hosts) {
      const other = byHost.get(host)
      if (other)
        throw new BrandFileError(join(dir, brand.key, 'brand.json'), 'hosts', `${host} belongs to ${other.key} already`)
      byHost.set(host, brand)
    }
  }
  return { list, byKey: (key) => byKey.get(key), byHost: (host) => byHost.get(hostName(host)) }
}

function brandKeys(dir: string): readonly string[] {
  let entries
  try {
    entries = readdirSync(dir, { withFileTypes: true })
  } catch {
    throw new BrandFileError(dir, '', 'cannot be read')
  }
  const keys = entries.filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name)).map((entry) => entry.name)
  if (keys.length === 0) throw new BrandFileError(dir, '', 'holds no brand')
  return keys.toSorted()
}

function readBrandFile(dir: string, key: string): BrandFile {
  const file = join(dir, key, 'brand.json')
  const brand = readBrandJson(file, brandFile)
  if (brand.key !== key) throw new BrandFileError(file, 'key', `must be “${key}” as its folder`)
  return brand
}

/** A visitor who is redirected to another brand must be able to register there. */
function checkSignupElsewhere(dir: string, file: BrandFile, all: readonly BrandFile[]): void {
  for (const [country, key] of Object.entries(file.signupElsewhere ?? {})) {
    const other = all.find((candidate) => candidate.key === key)
    const fault = !countries.some((known) => known === country)
      ? `must be one of ${countries.join(', ')}`
      : country === file.country
        ? 'is the brand’s own country'
        : !other
          ? `there is no brand “${key}”`
          : other === file
            ? 'leads to the brand itself'
            : Object.keys(other.signupElsewhere ?? {}).includes(country)
              ? `${key} leaves this country to another brand itself`
              : undefined
    if (fault !== undefined)
      throw new BrandFileError(join(dir, file.key, 'brand.json'), `signupElsewhere.${country}`, fault)
  }
}

function originOf({ domain, hosts }: BrandFile, demoPort: number | undefined): string {
  const local = demoPort === undefined ? undefined : hosts.find((host) => isLoopback(host))
  return local === undefined ? `https://${domain}` : `http://${local}:${demoPort}`
}

function loadBrand(dir: string, file: BrandFile, all: readonly BrandFile[], demoPort: number | undefined): Brand {
  const pool = file.pool ?? file.key
  const poolMates = all
    .filter((other) => other !== file && (other.pool ?? other.key) === pool)
    .map((other) => other.title)
  const look = readLook(join(dir, file.key), file)
  const assets = readAssets(join(dir, file.key), file, look.tokensCss)
  return {
    ...file,
    pool,
    poolMates,
    origin: originOf(file, demoPort),
    defaultLanguage: file.languages[0],
    assets,
    palette: look.palette,
    legal: loadLegalPages(dir, file.key, placeholderValues(file, poolMates)),
  }
}

/** The palette derived from the brand's settings, and its style sheet. */
function readLook(folder: string, { key, displayFont }: BrandFile) {
  const path = join(folder, 'palette.json')
  const file = readBrandJson(path, paletteFile)
  const derive = (theme: 'light' | 'dark'): Palette => {
    try {
      return derivePalette(file, theme)
    } catch (error) {
      if (error instanceof PaletteError) throw new BrandFileError(path, theme, error.message)
      throw error
    }
  }
  const palette = { light: derive('light'), dark: derive('dark') }
  return { palette, tokensCss: tokenSheet({ key, displayFont, palette, file }) }
}

function readAssets(folder: string, { tagline, displayFont }: BrandFile, tokensCss: string): BrandAssets {
  const svg = (name: string): string => readDrawing(join(folder, name))
  const drawings = { logo: svg('logo.svg'), logoDark: svg('logo-dark.svg'), symbol: svg('symbol.svg') }
  return {
    tokensCss,
    tokensHash: hash(tokensCss),
    picturesHash: hash(JSON.stringify([tokensCss, drawings, tagline, displayFont])),
    ...drawings,
  }
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 12)
