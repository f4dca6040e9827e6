import { api } from '#app/api/api.ts'
import type { ComboOption } from '#components/forms/combo-box-props.ts'

/**
 * Cities of a country whose name starts with the query, limited to a region if one is chosen. Of two with one name in a
 * region the field keeps the province too, which the server reads.
 */
export const citySearch =
  (country: string, region: string) =>
  async (query: string, signal: AbortSignal): Promise<readonly ComboOption[]> => {
    if (query.trim() === '') return []
    const found = await api('GET /api/get/city/:country/:query', {
      params: { country, query },
      ...(region !== '' && { query: { region } }),
      signal,
    })
    const keyOf = (city: { readonly cityName: string; readonly regionName: string }) =>
      `${city.cityName}|${city.regionName}`
    const isShared = (key: string) => found.filter((city) => keyOf(city) === key).length > 1
    return found.slice(0, 12).map((city) => ({
      id: String(city.cityId),
      name: city.cityName,
      detail: city.province,
      ...(isShared(keyOf(city)) && { text: `${city.cityName} (${city.province})` }),
    }))
  }
