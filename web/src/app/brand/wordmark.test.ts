import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wordmarkSymbol } from './wordmark.tsx'

const brands = join(import.meta.dirname, '../../../../brands')
const keys = readdirSync(brands).filter((key) => !key.startsWith('_'))

describe('wordmarkSymbol', () => {
  it.each(keys)('%s: one symbol whose letters have the text colour', (key) => {
    const [light, dark] = ['logo.svg', 'logo-dark.svg'].map((name) => readFileSync(join(brands, key, name), 'utf8'))
    const symbol = wordmarkSymbol({ light: light!, dark: dark!, symbol: '' })
    expect(symbol).toMatch(/^<symbol id="wordmark" viewBox="0 0 [\d.]+ [\d.]+"><path[^>]*fill="currentColor"/)
    expect(symbol.match(/<svg|<\/svg>|style=/)).toBeNull()
  })
})
