import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Context } from '#src/context.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { assertFitForProduction } from './production-guard.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

/** What the guard looks at. */
const installation = (sampleCompanies: readonly string[]) => {
  const list = checkedInBrands().list.map((brand) => ({
    ...brand,
    company: { ...brand.company, sampleData: sampleCompanies.includes(brand.key) },
  }))
  return assertFitForProduction({ brands: { list }, database: handle } as unknown as Context)
}

it('a real installation has neither a sample company nor sample members', async () => {
  await expect(installation([])).resolves.toBeUndefined()
  await expect(installation(['battito'])).rejects.toThrow('brands/battito/brand.json: company.sampleData is set')
  await handle.db.insertInto('demo_installations').values({ mark: true, loaded_at: new Date(), seed: 'x' }).execute()
  await expect(installation([])).rejects.toThrow('made-up members')
})
