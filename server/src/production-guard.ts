import type { Context } from './context.ts'
import { assertNoSamples } from './modules/demo/index.ts'

/** What a real installation must not have. @throws with one sentence that says what to do. */
export async function assertFitForProduction(context: Context): Promise<void> {
  const made = context.brands.list.filter((brand) => brand.company.sampleData)
  if (made.length > 0)
    throw new Error(
      `brands/${made[0]?.key}/brand.json: company.sampleData is set; put the real company in or take the brand out before serving`,
    )
  await assertNoSamples(context.database.db)
}
