import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { schemaDocument } from '#commands/schema-document.ts'
import { writtenDocuments } from '#commands/written-documents.ts'
import { createTestDatabase } from '#test/support/database.ts'

const committed = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

it.each(Object.entries(writtenDocuments()))(
  'docs/%s is what the code says (npm run docs:write)',
  async (name, text) => {
    expect(text).toBe(await committed(`../../../docs/${name}`))
  },
)

it('schema.sql is what the migrations come to (npm run schema:write)', async () => {
  const database = await createTestDatabase({ bystanders: false })
  expect(await schemaDocument(database.url)).toBe(await committed('../../schema.sql'))
  await database.drop()
})
