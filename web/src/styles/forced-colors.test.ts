import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { describe, expect, it } from 'vitest'

/**
 * Forced colours remove shadows and give every surface one background, so whatever has its edge from a shadow needs a
 * border there. States (`:hover`, `:checked` …) change an edge that is there already.
 */
const isEdge = /inset 0 0 0|var\(--shadow/

function withoutEdge(css: string): string[] {
  const shadowed = new Set<string>()
  const edged = new Set<string>()
  postcss.parse(css).walkRules((rule) => {
    const isForced =
      rule.parent?.type === 'atrule' && /forced-colors: active/.test((rule.parent as postcss.AtRule).params)
    const names = rule.selectors.filter((selector) => isForced || !/[:[]/.test(selector))
    rule.walkDecls((declaration) => {
      if (isForced && /^(?:border|outline|appearance)/.test(declaration.prop)) for (const name of names) edged.add(name)
      if (!isForced && declaration.prop === 'box-shadow' && isEdge.test(declaration.value))
        for (const name of names) shadowed.add(name)
    })
  })
  return [...shadowed].filter((name) => !edged.has(name))
}

const folder = join(import.meta.dirname, '..')
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && !file.startsWith('dev/'),
)
/** Classes that an element has beside one with the border. */
const beside: Readonly<Record<string, readonly string[]>> = {
  'components/buttons/button.module.css': ['.pri', '.sec', '.dangerOutline'],
  'components/forms/checkbox.module.css': ['.wrong .box'],
  'components/forms/field.module.css': ['.wrong', '.off'],
  'components/forms/segmented-control.module.css': ['.wrong .options'],
  'components/layout/card.module.css': ['.flat', '.flush'],
  'console/features/queue/queue.module.css': ['.decide'],
  'features/activity/activity.module.css': ['.fresh .action > *'],
  'features/chat/bubble/bubble.module.css': ['.withdrawn'],
  'features/discovery/deck/deck-actions.module.css': ['.actions > button', '.actions > a', '.actions > .like'],
  'features/reviews/write/reviews.module.css': ['.wrong'],
}

describe('edges in forced colours', () => {
  it.each(sheets)('%s gives everything with an edge a border', (file) =>
    expect(
      withoutEdge(readFileSync(join(folder, file), 'utf8')).filter((name) => !beside[file]?.includes(name)),
    ).toEqual([]),
  )
  it('the check finds one without a border', () => {
    const shadow = '.a { box-shadow: inset 0 0 0 1px red }'
    expect(withoutEdge(shadow)).toEqual(['.a'])
    expect(withoutEdge(`${shadow} @media (forced-colors: active) { .a { border: 1px solid } }`)).toEqual([])
  })
})
