import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStage, type Stage, type StageOptions } from './stage.ts'

/** Compares with the file `<subject>.txt`; `npm run recorded:write` writes the file instead. */
export function expectRecorded(subject: string, text: string): void {
  const file = join(import.meta.dirname, `${subject}.txt`)
  if (process.env['RECORDED'] === 'write') writeFileSync(file, text)
  expect(
    text.split('\n'),
    `server/test/recorded/${subject}.txt records something else. If the change is intended, run \`npm run recorded:write\` and review the diff.`,
  ).toEqual((existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n'))
}

/** A test that does the steps of a subject and compares everything they answered and left behind with its file. */
export function recording(subject: string, steps: (stage: Stage) => Promise<void>, options?: StageOptions): void {
  it(`${subject}: replies and effects are those recorded`, async () => {
    const stage = await openStage(options)
    try {
      await steps(stage)
    } catch (error) {
      throw new Error(`after: ${stage.text().split('\n').slice(-12).join('\n')}`, { cause: error })
    } finally {
      await stage.close()
    }
    expectRecorded(subject, stage.text())
  }, 120_000)
}
