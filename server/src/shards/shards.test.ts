import { describe, expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import type { Brands } from '#modules/brands/index.ts'
import { ConfigError } from '#platform/config.ts'
import { readPoolDatabases } from '#platform/database/pool-databases.ts'
import { shardOf, shardsOf } from './shards.ts'

const databaseUrl = 'postgres://one/incontro'
const brands = checkedInBrands()
const all = brands.list.map(({ key }) => key)
const without = (...keys: string[]) => all.filter((key) => !keys.includes(key))
const shards = (text: string, given: Brands = brands) =>
  shardsOf({ databaseUrl, poolDatabases: readPoolDatabases(text) }, given)
const listed = (text: string, given?: Brands) =>
  shards(text, given).map((shard) => [shard.name, shard.databaseUrl, shard.brands.list.map(({ key }) => key)])

describe('DATABASES', () => {
  it('leaves every pool that it does not name in the default database', () => {
    expect(listed('')).toEqual([['default', databaseUrl, all]])
    expect(listed('  vicino=postgres://two/x\n\tbattito=postgresql://u:p%20w@three:5433/y?sslmode=require ')).toEqual([
      ['default', databaseUrl, without('battito', 'vicino')],
      ['battito', 'postgresql://u:p%20w@three:5433/y?sslmode=require', ['battito']],
      ['vicino', 'postgres://two/x', ['vicino']],
    ])
  })

  it('opens a database once for all of its pools, also the default one', () => {
    const text = `vicino=postgres://two/x local=${databaseUrl} battito=postgres://two/x`
    expect(listed(text)).toEqual([
      ['default', databaseUrl, without('battito', 'vicino')],
      ['battito+vicino', 'postgres://two/x', ['battito', 'vicino']],
    ])
    expect(shardOf(shards(text), 'vicino')?.name).toBe('battito+vicino')
    expect(shardOf(shards(text), 'local')?.name).toBe('default')
    expect(shardOf(shards(text), 'nobody')).toBeUndefined()
  })

  it('hides the brands of other databases by key and host', () => {
    const [rest, other] = shards('battito=postgres://two/x')
    expect([rest.brands.byKey('battito'), rest.brands.byHost('battito.example:3000')]).toEqual([undefined, undefined])
    expect(other?.brands.byHost('battito.example:3000')?.key).toBe('battito')
    expect([other?.brands.byKey('local'), other?.brands.byHost('localhost')]).toEqual([undefined, undefined])
  })

  it.each([
    ['postgres://two/x', ': entry 1 does not begin with a pool'],
    ['battito=postgres://two/x {"vicino":"postgres://two/x"}', ': entry 2 does not begin with a pool'],
    ['battito=', ': “battito” has no PostgreSQL address'],
    ['battito=mysql://u:secret@two/x', ': “battito” has no PostgreSQL address'],
    ['battito=postgres://u:secret@two:port/x', ', “battito”: is not an address of the form postgres://'],
    ['battito=postgres://two/x battito=postgres://two/x', ': “battito” is there twice'],
    ['batito=postgres://u:secret@two/x', ': there is no pool “batito”, there are amarelle, battito,'],
  ])('%s is refused without showing a password', (text, sentence) => {
    const read = () => shards(text)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^DATABASES${sentence.replaceAll(/[()]/g, '\\$&')}(?!.*secret)`))
  })

  it('has a pooler and a replica of each database', () => {
    const urls = (text: string) => readPoolDatabases(text, 'DATABASE_REPLICAS')
    const given = (poolers: string, replicas: string) =>
      shardsOf(
        {
          databaseUrl,
          databasePoolerUrl: 'postgres://pooler/x',
          databaseReplicaUrl: 'postgres://replica/x',
          poolDatabases: urls('battito=postgres://two/x vicino=postgres://two/x brisa=postgres://three/x'),
          poolPoolers: urls(poolers),
          poolReplicas: urls(replicas),
        },
        brands,
      ).map(({ name, poolerUrl, replicaUrl }) => [name, poolerUrl, replicaUrl])
    expect(given('brisa=postgres://pooler3/x', 'battito=postgres://r2/x vicino=postgres://r2/x')).toEqual([
      ['default', 'postgres://pooler/x', 'postgres://replica/x'],
      ['battito+vicino', undefined, 'postgres://r2/x'],
      ['brisa', 'postgres://pooler3/x', undefined],
    ])
    expect(() => given('', 'battito=postgres://r2/x vicino=postgres://r3/x')).toThrow(
      'DATABASE_REPLICAS: battito and vicino are in one database and have different addresses',
    )
  })

  it('does not separate brands whose invoices are one series', () => {
    const company = brands.byKey('vicino')?.company
    const list = brands.list.map((brand) => (brand.key === 'battito' && company ? { ...brand, company } : brand))
    const sold = { ...brands, list }
    expect(() => shards('battito=postgres://two/x', sold)).toThrow(
      'DATABASES: battito and vicino belong to one company (IT00000000004)',
    )
    expect(listed('battito=postgres://two/x vicino=postgres://two/x', sold)[1]?.[0]).toBe('battito+vicino')
  })
})
