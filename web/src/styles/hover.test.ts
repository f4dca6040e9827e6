import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'

/** Selectors with `:hover` that also apply on touch screens, where the style stays after the touch. */
function stickyHovers(css: string): string[] {
  const found: string[] = []
  postcss.parse(css).walkRules((rule) => {
    if (!rule.selector.includes(':hover')) return
    for (let parent: postcss.Node | undefined = rule.parent; parent; parent = parent.parent) {
      if (parent.type === 'atrule' && /hover:\s*hover/.test((parent as postcss.AtRule).params)) return
    }
    found.push(rule.selector)
  })
  return found
}

const folder = join(import.meta.dirname, '..')
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

describe('hover styles', () => {
  it.each(sheets)('%s limits them to devices that can hover', (file) => {
    expect(stickyHovers(readFileSync(join(folder, file), 'utf8'))).toEqual([])
  })
  it('the check finds one without that limit', () => {
    expect(stickyHovers('@media (width > 5px) { .a:hover { color: red } }')).toEqual(['.a:hover'])
    expect(stickyHovers('@media (hover: hover) { .a:hover { color: red } }')).toEqual([])
  })
})
