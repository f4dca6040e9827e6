import { expect, test } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { shardsOf } from '#server/shards/shards.ts'
import { placesOf } from './places.ts'

const databaseUrl = 'postgres://one/incontro'
const other = 'postgres://two/pools'
const brands = checkedInBrands()

test('one database gets all members of all brands', () => {
  expect(placesOf(shardsOf({ databaseUrl, poolDatabases: new Map() }, brands), 'incontro_load', 1001)).toEqual([
    {
      name: 'default',
      serverUrl: databaseUrl,
      database: 'incontro_load',
      members: 1001,
      brandKeys: brands.list.map(({ key }) => key),
    },
  ])
})

test('several get a part for each of their brands, and the first what is left', () => {
  const poolDatabases = new Map(['battito', 'vicino'].map((pool) => [pool, other]))
  const [first, second, ...rest] = placesOf(shardsOf({ databaseUrl, poolDatabases }, brands), 'my_load', 1001)
  const members = Math.floor((1001 * 2) / brands.list.length)
  expect(second).toEqual({
    name: 'battito+vicino',
    serverUrl: other,
    database: 'my_battito_vicino_load',
    members,
    brandKeys: brands.list.map(({ key }) => key).filter((key) => ['battito', 'vicino'].includes(key)),
  })
  expect([first.members, first.database, rest]).toEqual([1001 - members, 'my_load', []])
  expect([...first.brandKeys, ...(second?.brandKeys ?? [])].toSorted()).toEqual(
    brands.list.map(({ key }) => key).toSorted(),
  )
})

test('a database that would get no member is not made', () => {
  const poolDatabases = new Map(['battito', 'vicino'].map((pool) => [pool, other]))
  expect(placesOf(shardsOf({ databaseUrl, poolDatabases }, brands), 'my_load', 1)).toMatchObject([{ members: 1 }])
})
