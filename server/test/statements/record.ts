import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../src/platform/database.ts'
import { isStatement, kindOf } from './kinds.ts'

/**
 * With TEST_STATEMENTS_DIR set, writes every kind of statement of a test server's routes, events and jobs to a file;
 * `statements.test.ts` reads them afterwards.
 */
export function recordStatements(): Pick<DatabaseOptions, 'onStatement'> {
  const folder = process.env['TEST_STATEMENTS_DIR']
  if (folder === undefined || folder === '') return {}
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const texts = new Set<string>()
  const kinds = new Set<string>()
  return {
    onStatement(text) {
      if (texts.has(text)) return
      texts.add(text)
      const kind = kindOf(text)
      if (kinds.has(kind) || !isStatement(text)) return
      kinds.add(kind)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    },
  }
}
