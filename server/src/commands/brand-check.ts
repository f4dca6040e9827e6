import { fileURLToPath } from 'node:url'
import { BrandFileError, contrastMisses, loadBrands } from '#modules/brands/index.ts'
import { report } from './command-result.ts'
import { loadFlows } from '#modules/flows/index.ts'

/**
 * Checks the brands under `dir`. Returns faults and hints, one sentence each. Loading already checks everything but the
 * colours.
 */
export function checkBrands(dir: string): { readonly faults: readonly string[]; readonly notes: readonly string[] } {
  try {
    const brands = loadBrands(dir)
    const flows = loadFlows(dir, brands)
    const themes = brands.list.flatMap(
      (brand) =>
        [
          [brand.key, 'light', brand.palette.light],
          [brand.key, 'dark', brand.palette.dark],
        ] as const,
    )
    return {
      faults: themes.flatMap(([key, theme, palette]) =>
        contrastMisses(palette).map((miss) => `${key}/palette.json (${theme}): ${miss}`),
      ),
      notes: brands.list.map((brand) => {
        const sample = brand.company.sampleData ? '; its company is sample data, not for production' : ''
        return `${brand.key}: ${brand.hosts.join(', ')}; flows ${flows
          .all(brand.key)
          .map((flow) => flow.id)
          .join(', ')}${sample}`
      }),
    }
  } catch (error) {
    if (error instanceof BrandFileError) return { faults: [error.message], notes: [] }
    throw error
  }
}

if (import.meta.main) {
  const { faults, notes } = checkBrands(fileURLToPath(new URL('../../../brands', import.meta.url)))
  const ok = faults.length === 0
  for (const note of notes) console.log(note)
  report({ ok, lines: ok ? ['Every brand is whole and readable.'] : [...faults, `${faults.length} to put right.`] })
}
