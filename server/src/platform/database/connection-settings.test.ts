import { expect, test } from 'vitest'
import * as z from 'zod'
import { brandSuffix, readConnections } from './connection-settings.ts'

const shape = { BANK_URL: z.url(), BANK_KEY: z.string().min(3, 'is too short') }
const read = (env: Record<string, string | undefined>) => readConnections(env, 'the bank', shape)
const both = { BANK_URL: 'https://bank.example', BANK_KEY: 'secret' }

test('requires all settings of a provider, or none', () => {
  expect(read({}).shared).toBeUndefined()
  expect(read({ BANK_URL: '', BANK_KEY: '' })).toMatchObject({ shared: undefined, brands: new Map() })
  expect(read(both).shared).toEqual(both)
  expect(() => read({ BANK_URL: both.BANK_URL })).toThrow(
    'BANK_KEY: is missing, the other settings of the bank are there',
  )
})

test('names an invalid setting', () => {
  expect(() => read({ ...both, BANK_KEY: 'x' })).toThrow('BANK_KEY: is too short')
  expect(() => read({ ...both, BANK_URL__VICINO: 'nowhere' })).toThrow(/^BANK_URL__VICINO: /)
})

test('lets a brand override settings and inherit the rest', () => {
  const { shared, brands } = read({
    ...both,
    BANK_KEY__DOLCE_LUNA: 'own key',
    OTHER__VICINO: 'x',
    BANK_KEY__VICINO: '',
  })
  expect(shared).toEqual(both)
  expect([...brands]).toEqual([['DOLCE_LUNA', { ...both, BANK_KEY: 'own key' }]])
  expect(brandSuffix('dolce-luna')).toBe('DOLCE_LUNA')
})

test('allows a connection for one brand only, if complete', () => {
  const own = { BANK_URL__VICINO: both.BANK_URL, BANK_KEY__VICINO: both.BANK_KEY }
  expect(read(own)).toMatchObject({ shared: undefined, brands: new Map([['VICINO', both]]) })
  expect(() => read({ BANK_KEY__VICINO: 'own key' })).toThrow(/^BANK_URL: is missing/)
})
