import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder } from '../support/folder.mjs'
import { root } from '../support/paths.mjs'

/*
 * Tests the rules of .dependency-cruiser.cjs on a small source tree with a violation of each rule, and with permitted
 * imports of the same kinds.
 */

/** @type {Record<string, [file: string, imports: string][]>} */
const VIOLATIONS = {
  'no-cycles': [
    ['server/src/modules/geo/a.ts', './b.ts'],
    ['server/src/modules/geo/b.ts', './a.ts'],
    ['web/src/features/match/a.ts', './b.ts'],
    ['web/src/features/match/b.ts', './a.ts'],
  ],
  'modules-only-through-their-index': [['server/src/context.ts', './modules/credits/service.ts']],
  'modules-only-through-each-others-index': [
    ['server/src/modules/chat/send.ts', '../credits/service.ts'],
    ['server/src/modules/chat/receive.ts', '#modules/credits/service.ts'],
  ],
  'platform-knows-no-module': [['server/src/platform/process/log.ts', '#modules/credits/index.ts']],
  'nobody-imports-the-wiring': [['server/src/modules/members/find.ts', '#src/main.ts']],
  'contract-knows-nobody': [['contract/src/codes.ts', '../../server/src/main.ts']],
  'web-knows-only-the-contract': [['web/src/find.tsx', '../../server/src/main.ts']],
  'web-components-know-no-page': [
    ['web/src/components/buttons/button.tsx', '../../app/session.ts'],
    ['web/src/styles/class-names.ts', '../features/credits/index.ts'],
  ],
  'web-app-knows-no-feature': [
    ['web/src/app/shell/menu.tsx', '#features/credits/index.ts'],
    ['web/src/app/shell/top-bar.tsx', '../../routes/member-layout.tsx'],
  ],
  'web-features-below-routes': [
    ['web/src/features/match/deck.tsx', '../../routes/member-layout.tsx'],
    ['web/src/features/match/head.tsx', '../../root.tsx'],
  ],
  'web-features-only-through-their-index': [['web/src/routes/find.tsx', '../features/credits/money.ts']],
  'web-features-only-through-each-others-index': [['web/src/features/match/invite.tsx', '../credits/money.ts']],
  // The cycle is between folders, not between files.
  'web-folders-no-cycles': [
    ['web/src/features/geo/region.tsx', '../site/index.ts'],
    ['web/src/features/site/landing.tsx', '../geo/index.ts'],
    ['web/src/app/visit/links.ts', '../cookies/choice.ts'],
    ['web/src/app/cookies/bar.ts', '../visit/address.ts'],
    ['web/src/features/chat/log/log.tsx', '../bubble/size.ts'],
    ['web/src/features/chat/bubble/bubble.tsx', '../log/order.ts'],
  ],
  'web-subfolder-knows-nothing-above': [
    ['web/src/features/photos/album/tile.tsx', '../album-query.ts'],
    ['web/src/components/people/portraits/samples.ts', '../card.tsx'],
  ],
  'web-payment-frame-stands-alone': [['web/src/payment-frame/main.ts', '../app/session.ts']],
  'web-console-stands-alone': [['web/src/console/shell/app.tsx', '#app/session.ts']],
  'nobody-imports-the-console': [['web/src/routes/desk.tsx', '#console/base/api.ts']],
  'sandbox-stands-alone': [['sandbox/src/bank.ts', '../../contract/src/index.ts']],
  'providers-know-their-port': [['server/src/providers/adyen/client.ts', '../../modules/credits/index.ts']],
  'only-the-wiring-knows-providers': [['server/src/modules/payments/service.ts', '../../providers/adyen/index.ts']],
  'no-missing-parts': [['server/src/modules/reviews/list.ts', './nowhere.ts']],
}

/** @type {[file: string, imports: string][]} */
const ALLOWED = [
  ['server/src/modules/chat/balance.ts', '#modules/credits/index.ts'],
  ['server/src/modules/credits/index.ts', './service.ts'],
  ['server/src/providers/adyen/index.ts', '../../modules/payments/port.ts'],
  ['server/src/context-of-providers.ts', './modules/chat/index.ts'],
  ['web/src/chat.tsx', '../../contract/src/index.ts'],
  ['web/src/routes/purchase.tsx', '../features/credits/index.ts'],
  ['web/src/features/payments/pay.tsx', '../credits/index.ts'],
  ['web/src/features/payments/card.tsx', '../../components/icon.tsx'],
  ['web/src/features/credits/index.ts', './money.ts'],
  ['web/src/features/photos/index.ts', './album/tile.tsx'],
  ['web/src/app/shell/logo.tsx', '../session.ts'],
  ['web/src/payment-frame/luhn.ts', './digits.ts'],
  ['server/src/modules/chat/types-only.ts', '../../platform/ids.ts'],
]

const LEAVES = [
  'server/src/main.ts',
  'server/src/modules/credits/service.ts',
  'server/src/modules/chat/index.ts',
  'server/src/modules/payments/port.ts',
  'server/src/platform/ids.ts',
  'contract/src/index.ts',
  'web/src/root.tsx',
  'web/src/routes/member-layout.tsx',
  'web/src/app/session.ts',
  'web/src/app/cookies/choice.ts',
  'web/src/app/visit/address.ts',
  'web/src/components/icon.tsx',
  'web/src/features/credits/money.ts',
  'web/src/features/chat/bubble/size.ts',
  'web/src/features/chat/log/order.ts',
  'web/src/features/photos/album-query.ts',
  'web/src/components/people/card.tsx',
  'web/src/features/geo/index.ts',
  'web/src/features/site/index.ts',
  'web/src/payment-frame/digits.ts',
  'web/src/console/base/api.ts',
]

const tree = mkdtempSync(join(tmpdir(), 'incontro-imports-'))
/** @type {{ from: string, to: string, rule: { name: string }, cycle?: { name: string }[] }[]} */
let found = []

beforeAll(() => {
  for (const file of LEAVES) write(file, 'export const leaf = 1\n')
  for (const [file, imports] of [...ALLOWED, ...Object.values(VIOLATIONS).flat()])
    write(file, `import * as other from '${imports}'\nexport const used: unknown = other\n`)
  for (const file of ['.dependency-cruiser.cjs', 'server/package.json', 'web/package.json'])
    cpSync(join(root, file), join(tree, file))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  found = JSON.parse(cruise()).summary.violations
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** @param {string} file @param {string} text */
function write(file, text) {
  makeFolder(dirname(join(tree, file)))
  writeFileSync(join(tree, file), text)
}

/** The exit code is the number of violations, so it fails here. */
function cruise() {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  try {
    return execFileSync(
      process.execPath,
      [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract', 'server', 'sandbox', 'web'],
      { cwd: tree, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
  } catch (error) {
    return /** @type {{ stdout: string }} */ (error).stdout
  }
}

/**
 * Where a rule reports the violation: at the file, or at its folder if the rule is about folders.
 * @param {string} rule @param {string} file
 */
const place = (rule, file) => (rule.includes('-folders-') ? dirname(file) : file)

describe('the import rules', () => {
  test.each(Object.entries(VIOLATIONS))('%s is caught', (rule, planted) => {
    const caught = found
      .filter((violation) => violation.rule.name === rule)
      .flatMap(({ from, cycle = [] }) => [from, ...cycle.map(({ name }) => name)])
    for (const [file] of planted) expect(caught).toContain(place(rule, file))
  })

  test('allow other imports', () => {
    const planted = new Set(
      Object.entries(VIOLATIONS).flatMap(([rule, files]) => files.map(([file]) => `${rule} ${place(rule, file)}`)),
    )
    expect(found.map(({ from, rule }) => `${rule.name} ${from}`).filter((one) => !planted.has(one))).toEqual([])
  })
})
