import type { PublicBrand } from '@incontro/contract'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CriticalStyles } from '../../../critical-styles/plugin.ts'

/** The content of a page's `<style>`. */
export interface PageStyles {
  readonly rules: string
  /** Its hash as a source expression of the content security policy. */
  readonly hash: string
}

/** The folder of the server build's entry, whichever of its files contains this module. */
const folder = import.meta.dirname.replace(/[\\/]assets$/, '')
const read = (): CriticalStyles =>
  JSON.parse(readFileSync(join(folder, 'critical-styles.json'), 'utf8')) as CriticalStyles
let critical: CriticalStyles | undefined
const composed = new Map<string, PageStyles>()

/**
 * The brand's tokens, its fonts and the inline critical CSS of a page; undefined for a page that links its style sheets
 * instead.
 */
export function pageStyles(route: string | undefined, brand: PublicBrand): PageStyles | undefined {
  critical ??= read()
  const own = critical.routes[route ?? '']
  if (own === undefined) return undefined
  // The URL of the tokens ends with their version, so the cache has one entry per brand, route and version.
  const key = `${brand.tokensHref} ${route}`
  const known = composed.get(key)
  if (known) return known
  const tokens = brand.tokensCss.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, '')
  const faces = Object.entries(critical.faces).filter(([family]) => own.includes(family) || tokens.includes(family))
  const rules = [...faces.map(([, face]) => face), tokens, own].join('').replaceAll('</', '<\\/')
  const styles = { rules, hash: `'sha256-${createHash('sha256').update(rules).digest('base64')}'` }
  composed.set(key, styles)
  return styles
}
