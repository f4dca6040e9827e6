import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.mjs'

const production = { SECRET_KEY: 's'.repeat(32), SMTP_URL: 'smtp://localhost:25' }

describe('the environment', () => {
  test('is complete without anything set', () => {
    expect(readSettings([], {})).toMatchObject({
      production: false,
      port: 3000,
      sandboxPort: 3001,
      smtpPort: 3002,
      host: 'localhost',
    })
  })

  test('has the sandbox follow the port', () => {
    expect(readSettings([], { PORT: '4100' })).toMatchObject({ sandboxPort: 4101, smtpPort: 4102 })
    expect(readSettings([], { PORT: '4100', SANDBOX_PORT: '4099' })).toMatchObject({
      sandboxPort: 4099,
      smtpPort: 4101,
    })
  })

  test.each([
    [{ PORT: 'abc' }, /^PORT: "abc"/],
    [{ PORT: '0' }, /^PORT: "0"/],
    [{ PORT: '3000.5' }, /^PORT/],
    [{ PORT: '65535' }, /^SANDBOX_PORT: "65536"/],
    [{ SANDBOX_PORT: '3000' }, /^SANDBOX_PORT is 3000, which PORT has/],
    [{ HOST: 'a b' }, /^HOST/],
    [{ DATABASE_URL: 'mysql://u:hidden@h/d' }, /^DATABASE_URL (?!.*hidden)/],
    [{ BROKER_URL: 'nonsense' }, /^BROKER_URL/],
    [{ SECRET_KEY: 'short' }, /^SECRET_KEY/],
  ])('%o is reported in one sentence that names the variable', (env, sentence) => {
    expect(() => readSettings([], env)).toThrow(sentence)
  })

  test('of production holds the secrets', () => {
    expect(() => readSettings(['--production'], {})).toThrow(/^SECRET_KEY is not set/)
    expect(() => readSettings(['--production'], { ...production, SMTP_URL: '' })).toThrow(/^SMTP_URL is not set/)
    expect(readSettings(['--production'], production)).toMatchObject({ production: true })
  })

  test('takes no unknown option', () => {
    expect(() => readSettings(['--prodction'], {})).toThrow(/"--prodction"/)
  })
})
