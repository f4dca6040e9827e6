import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * A test that sleeps is slow if the time is too long and flaky if it is too short: wait for a state (`expect.poll`,
 * `vi.waitFor`, an event) or move the clock. Files in which time itself is tested are listed here with the reason.
 */
const allowed: Readonly<Record<string, string>> = {
  'server/src/platform/pages/pages.test.ts': 'one of its pages is slow',
  'server/src/platform/live/socket/server.test.ts':
    'a session is read slowly, and what nobody asks for shows only after a while',
  'server/src/platform/jobs/outbox.test.ts': 'what receives its events is slow',
  'server/test/several/pool-move.test.ts': 'members write at a pace; that no job runs shows only after a while',
  'server/test/several/job-workers.test.ts': 'what is not unlocked shows only after a while',
  'server/test/faults/job-faults.test.ts': 'the jobs of a backlog take a while',
  'tools/start/launcher.test.mjs': 'asks other processes again and again until they are as wanted',
}

const root = join(import.meta.dirname, '../../..')
const sleeping =
  /=>\s*void\s+setTimeout\(\w+,|=>\s*setTimeout\(\w+,|setTimeout as \w+ \} from 'node:timers\/promises'|import \{ setTimeout \}|\bawait (?:sleep|pause)\(|waitForTimeout\(/

const sleepers = (files: readonly { readonly name: string; readonly text: string }[]) =>
  files.filter(({ name, text }) => allowed[name] === undefined && sleeping.test(text)).map(({ name }) => name)

it.each([
  'await new Promise((resolve) => setTimeout(resolve, 100))',
  'await new Promise<void>((done) => void setTimeout(done, 5))',
  "import { setTimeout as sleep } from 'node:timers/promises'",
  'await pause(50)',
  'await page.waitForTimeout(500)',
])('detects: %s', (text) => {
  expect(sleepers([{ name: 'x.test.ts', text }])).toEqual(['x.test.ts'])
})

it('finds no test that sleeps', () => {
  const files = globSync('{contract,server,sandbox,bench,web/src,tools,e2e}/**/*.test.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'server/test/rules/fixed-sleeps.test.ts'],
  }).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  expect(files.length).toBeGreaterThan(150)
  expect(sleepers(files)).toEqual([])
})
