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

  test('derives the ports of the sandbox from the server’s port', () => {
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

  test('requires the secrets in production mode', () => {
    expect(() => readSettings(['--production'], {})).toThrow(/^SECRET_KEY is not set/)
    expect(() => readSettings(['--production'], { ...production, SMTP_URL: '' })).toThrow(/^SMTP_URL is not set/)
    expect(() => readSettings(['--production'], production)).toThrow(
      /^DATABASE_URL is not set: .*DATABASE_URL=embedded/,
    )
    const embedded = { ...production, DATABASE_URL: 'embedded' }
    expect(readSettings(['--production'], embedded)).toMatchObject({ production: true, databaseUrl: undefined })
    // The commands, and a demo, know the name too.
    expect(readSettings([], embedded)).toMatchObject({ production: false, databaseUrl: undefined })
  })
})

describe('the command line', () => {
  const own = { ...production, DATABASE_URL: 'postgres://h/d', BROKER_URL: 'redis://h', PORT: '3100' }
  const serve = (/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env = own) =>
    readSettings(['--production', ...args], env)

  test('passes roles on to the server, which may share the data folder with other processes', () => {
    expect(serve(['--roles=web,socket'])).toMatchObject({ serverArgs: ['--roles=web,socket'], instance: '3100' })
    expect(serve([])).toMatchObject({ serverArgs: [], instance: '3100' })
    // Without a broker, an external database or production mode, there is only one process.
    expect(serve([], { ...own, BROKER_URL: '' }).instance).toBeUndefined()
    expect(serve([], { ...own, DATABASE_URL: 'embedded' }).instance).toBeUndefined()
    expect(readSettings([], own).instance).toBeUndefined()
  })

  test('refuses roles without an external database, which the processes have to share', () => {
    expect(() => serve(['--roles=web'], { ...own, DATABASE_URL: 'embedded' })).toThrow(/^DATABASE_URL: .*--roles/)
  })

  test.each([
    [['--prodction'], /^"--prodction" is not known here: npm start takes no options/],
    [['--roles=web'], /^--roles: only npm run serve takes it/],
    [['--production', '--role=web'], /^"--role=web" is not known here: npm run serve takes --roles only/],
    [['--production', '--roles', 'web'], /^--roles: an equals sign/],
    [['--production', '--roles=web', 'worker'], /^"worker" is not known here/],
    [['--production', '--roles=web', '--demo'], /^"--demo" is not known here/],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => readSettings(args, own)).toThrow(sentence)
  })

  test('explains that npm took the option for roles as its own', () => {
    expect(() => serve([], { ...own, npm_config_roles: 'web' })).toThrow(/npm run serve -- --roles=web/)
  })
})
