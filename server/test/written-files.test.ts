import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openapiDocument } from '../src/commands/openapi-document.ts'
import { schemaDocument } from '../src/commands/schema-document.ts'
import { socketDocument } from '../src/commands/socket-document.ts'
import { createTestDatabase } from './database.ts'

const committed = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

it('openapi.json is what the server says (npm run openapi:write)', async () => {
  expect(await openapiDocument()).toBe(await committed('../openapi.json'))
}, 30_000)

it('docs/socket.md is what the contract says (npm run openapi:write)', async () => {
  expect(socketDocument()).toBe(await committed('../../docs/socket.md'))
})

it('schema.sql is what the migrations come to (npm run schema:write)', async () => {
  const database = await createTestDatabase({ bystanders: false })
  expect(await schemaDocument(database.url)).toBe(await committed('../schema.sql'))
  await database.drop()
})
