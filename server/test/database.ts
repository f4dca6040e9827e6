import { databaseUrl, onServer, randomName } from './template.ts'

export interface TestDatabase {
  /** Connection string of a fully migrated database of one's own, empty but for the geography. */
  readonly url: string
  /** Removes it, closing whatever is still connected. */
  readonly drop: () => Promise<void>
}

/** A clone of the migrated template: call it once per test file and drop it afterwards. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  const template = process.env['TEST_DATABASE_TEMPLATE']
  if (server === undefined || template === undefined)
    throw new Error('createTestDatabase works in tests that vitest.config.ts runs')
  const name = randomName('test')
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}
