import { touched } from './bystanders.ts'
import { databaseUrl, onServer, randomName, type Template } from './template.ts'

export interface TestDatabase {
  /** Connection string of a migrated database, with the geography and the bystanders. */
  readonly url: string
  /** @throws Error when rows of bystanders were changed */
  readonly expectUntouched: () => Promise<void>
  /** Drops it, closing remaining connections. */
  readonly remove: () => Promise<void>
  /** Both. */
  readonly drop: () => Promise<void>
}

/**
 * Clones the migrated template: call it once per test file and drop it afterwards.
 * @param options `bystanders: false` for tests about all rows of a table
 */
export async function createTestDatabase({
  bystanders = true,
}: { readonly bystanders?: boolean } = {}): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  const given = process.env['TEST_DATABASE_TEMPLATE']
  if (server === undefined || given === undefined)
    throw new Error('createTestDatabase works in tests that vitest.config.ts runs')
  const template: Template = JSON.parse(given)
  const name = randomName('test')
  const url = databaseUrl(server, name)
  await onServer(
    server,
    `create database ${name} template ${bystanders ? template.populated : template.empty} strategy file_copy`,
  )
  const expectUntouched = async (): Promise<void> => {
    const tables = bystanders ? await touched(url, template.bystanders) : []
    if (tables.length > 0)
      throw new Error(`Rows of members that no test knows were changed or removed in ${tables.join(', ')}.`)
  }
  const remove = () => onServer(server, `drop database if exists ${name} with (force)`)
  return { url, expectUntouched, remove, drop: () => expectUntouched().finally(remove) }
}
