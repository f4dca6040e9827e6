import * as z from 'zod/mini'
import { country, text } from '../fields.ts'
import { route } from '../route.ts'

const city = z.strictObject({
  /** Distinguishes two towns of one name: sent back as `cityId`. */
  cityId: z.int(),
  city_title: z.string(),
  state_title: z.string(),
  provincia: z.string(),
})
export type CityItem = z.infer<typeof city>

export const geoRoutes = {
  regions: route({
    id: 'regions',
    method: 'GET',
    path: '/api/get/regions/:country',
    tag: 'geography',
    access: 'visitor',
    summary: 'Regions of a country, by name.',
    params: z.strictObject({ country }),
    reply: z.array(z.strictObject({ state_title: z.string() })),
    failures: [404],
  }),
  cities: route({
    id: 'cities',
    method: 'GET',
    path: '/api/get/cities/:country',
    tag: 'geography',
    access: 'visitor',
    summary: 'Cities of a country, by name; `region` narrows it.',
    params: z.strictObject({ country }),
    query: z.strictObject({ region: z.optional(text(120)) }),
    reply: z.array(city),
    failures: [404],
  }),
  city: route({
    id: 'city',
    method: 'GET',
    path: '/api/get/city/:country/:query',
    tag: 'geography',
    access: 'visitor',
    summary:
      'Cities whose name starts with the query, in either language of a bilingual place, without regard to case, accents, hyphens and a leading article; those called so first, at most 20. `region` narrows it.',
    params: z.strictObject({ country, query: text(80).check(z.minLength(1)) }),
    query: z.strictObject({ region: z.optional(text(120)) }),
    reply: z.array(city),
    failures: [404],
  }),
} as const
