import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/**
 * A test that does the steps of a subject and compares everything they answered and left behind with the file
 * `<subject>.txt`; `npm run recorded:write` writes the file instead.
 */
export function recording(subject: string, steps: (stage: Stage) => Promise<void>): void {
  it(`${subject}: replies and effects are those recorded`, async () => {
    const file = join(import.meta.dirname, `${subject}.txt`)
    const stage = await openStage()
    try {
      await steps(stage)
    } catch (error) {
      throw new Error(`after: ${stage.text().split('\n').slice(-12).join('\n')}`, { cause: error })
    } finally {
      if (process.env['RECORDED'] === 'write') writeFileSync(file, stage.text())
      await stage.close()
    }
    expect(
      stage.text().split('\n'),
      `server/test/recorded/${subject}.txt records something else. If the change is intended, run \`npm run recorded:write\` and review the diff.`,
    ).toEqual((existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n'))
  }, 120_000)
}
