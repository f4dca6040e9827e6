/** SQL expressions with the names of a place, which a table stores by its ids. */
export const namesOfPlace = (table: string): Readonly<Record<'region' | 'city', string>> => ({
  region: `(select name from geo_regions where id = ${table}.region_id)`,
  city: `(select name from geo_cities where id = ${table}.city_id)`,
})
