import { api } from '../../app/api/api.ts'
import type { ComboOption } from '../../components/forms/combo-box.tsx'

/** Cities of a country whose name starts with the query, limited to a region if one is chosen. */
export const citySearch =
  (country: string, region: string) =>
  async (query: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
    if (query.length < 3) return []
    const found = await api('GET /api/get/city/:country/:query', {
      params: { country, query },
      ...(region !== '' && { query: { region } }),
      signal,
    })
    return found.slice(0, 12).map((city) => ({
      id: `${city.cityName}|${city.province}|${city.regionName}`,
      name: city.cityName,
      detail: city.province,
    }))
  }
