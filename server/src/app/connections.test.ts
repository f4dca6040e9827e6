import { describe, expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { connectPayments, createModels, createWallets, readPaymentSettings, readServerConfig } from '#src/config.ts'

/* Which provider each brand is connected to, from the environment on. */

const brands = checkedInBrands()
const needed = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 's'.repeat(32), SMTP_URL: 'smtp://localhost' }
const read = (env: Record<string, string> = {}) => readServerConfig({ ...needed, MODE: 'demo', ...env })

describe('payments', () => {
  const mollie = { MOLLIE_API_URL: 'https://mollie.example/v2', MOLLIE_API_KEY: 'test_0123456789' }
  const connected = (env: Record<string, string>) =>
    connectPayments(readPaymentSettings(env), brands).all.map(({ id, brandId, provider }) => [
      id,
      brandId,
      provider.name,
    ])

  it('have a connection for all brands, and one for each brand with an account of its own', () => {
    expect(connected({})).toEqual([])
    expect(connected(mollie)).toEqual([['mollie', null, 'mollie']])
    expect(connected({ ...mollie, MOLLIE_API_KEY__BATTITO: 'test_battito000' })).toEqual([
      ['mollie', null, 'mollie'],
      ['mollie:battito', 'battito', 'mollie'],
    ])
    expect(
      connected({ MOLLIE_API_URL__VICINO: mollie.MOLLIE_API_URL, MOLLIE_API_KEY__VICINO: 'test_vicino0000' }),
    ).toEqual([['mollie:vicino', 'vicino', 'mollie']])
  })

  it('of a brand that does not exist are refused', () => {
    expect(() => connected({ ...mollie, MOLLIE_API_KEY__NOWHERE: 'test_nowhere000' })).toThrow(
      /^MOLLIE_…__NOWHERE: there is no such brand$/,
    )
  })
})

describe('wallets', () => {
  const google = { GOOGLEPAY_SCRIPT_URL: 'https://pay.example/pay.js' }
  const names = (env: Record<string, string>) => createWallets(read(env).wallets).map(({ name }) => name)

  it('are the installation’s', () => {
    expect(names({})).toEqual([])
    expect(names(google)).toEqual(['googlepay'])
    expect(() => names({ ...google, GOOGLEPAY_SCRIPT_URL__VICINO: 'https://pay.example/other.js' })).toThrow(
      /^GOOGLEPAY_…__VICINO: a wallet's settings are the installation's$/,
    )
  })

  it.each([
    ['', null],
    ['https://pay.example.com', 'https://pay.example.com'],
    ['http://localhost:4000', 'http://localhost:4000'],
  ])('their frames come from “%s”: %s', (WALLET_FRAME_ORIGIN, origin) => {
    expect(read({ WALLET_FRAME_ORIGIN }).wallets.frameOrigin).toBe(origin)
  })

  it.each(['pay.example.com', 'https://pay.example.com/', 'https://pay.example.com/frames'])(
    'refuse frames from %s',
    (WALLET_FRAME_ORIGIN) => {
      expect(() => read({ WALLET_FRAME_ORIGIN })).toThrow(/^WALLET_FRAME_ORIGIN: must be an origin/)
    },
  )
})

describe('the concierge', () => {
  const shared = { CONCIERGE_URL: 'https://model.example/v1/', CONCIERGE_KEY: 'key', CONCIERGE_MODEL: 'model' }

  it('has the brand’s own language model, else that of the installation, else none', () => {
    const of = (env: Record<string, string>) => createModels(read(env).concierge.models, brands)
    expect([of({})('local'), of({})('vicino')]).toEqual([undefined, undefined])
    const both = of({ ...shared, CONCIERGE_MODEL__VICINO: 'another' })
    expect(both('local')).toBeDefined()
    expect(both('battito')).toBe(both('local'))
    expect(both('vicino')).not.toBe(both('local'))
    const own = of(Object.fromEntries(Object.entries(shared).map(([name, value]) => [`${name}__VICINO`, value])))
    expect([own('local'), own('vicino') !== undefined]).toEqual([undefined, true])
    expect(() => of({ ...shared, CONCIERGE_MODEL__NOWHERE: 'x' })).toThrow(/^CONCIERGE_…__NOWHERE: there is no such/)
  })

  it('reads its address without a slash at the end, in production only with https', () => {
    expect(read(shared).concierge.models.shared).toEqual({
      url: 'https://model.example/v1',
      key: 'key',
      model: 'model',
    })
    const over = (CONCIERGE_URL: string, MODE = 'production') => read({ ...shared, CONCIERGE_URL, MODE })
    expect(over('http://model.example', 'demo').concierge.models.shared?.url).toBe('http://model.example')
    expect(over('http://localhost:11434/v1').concierge.models.shared?.url).toBe('http://localhost:11434/v1')
    expect(() => over('http://model.example')).toThrow(/^CONCIERGE_URL: must begin with https:\/\/$/)
    const another = { CONCIERGE_URL__VICINO: 'http://model.example' }
    expect(() => read({ ...shared, ...another, MODE: 'production' })).toThrow(/^CONCIERGE_URL__VICINO: must begin/)
  })

  it.each([
    [{}, { perMember: 20, inAll: 2000 }],
    [
      { CONCIERGE_QUESTIONS_PER_MEMBER: '1', CONCIERGE_QUESTIONS_IN_ALL: '9999999' },
      { perMember: 1, inAll: 9_999_999 },
    ],
    [
      { CONCIERGE_QUESTIONS_PER_MEMBER: '', CONCIERGE_QUESTIONS_IN_ALL: '5' },
      { perMember: 20, inAll: 5 },
    ],
  ])('%j allows %j', (env, limits) => expect(read(env as Record<string, string>).concierge.limits).toEqual(limits))

  it.each(['0', '-1', '1.5', '10000000', 'x'])('refuses %s as a limit', (value) => {
    for (const name of ['CONCIERGE_QUESTIONS_PER_MEMBER', 'CONCIERGE_QUESTIONS_IN_ALL'])
      expect(() => read({ [name]: value })).toThrow(`${name}: must be a whole number from 1 to 9999999`)
  })
})
