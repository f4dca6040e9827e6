import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 's'.repeat(32), SMTP_URL: 'smtp://localhost' }
const broker = { BROKER_URL: 'redis://localhost:6379' }

describe('--roles', () => {
  it('defaults to all roles, which need no broker', () => {
    expect(readConfig(env).roles).toEqual(['web', 'socket', 'worker'])
    expect(readConfig(env, ['--roles=worker,web,socket']).roles).toEqual(['web', 'socket', 'worker'])
  })

  it.each(['web', 'socket', 'worker', 'web,socket', 'socket,worker'])('%s is refused without a broker', (roles) => {
    const read = () => readConfig(env, [`--roles=${roles}`])
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^BROKER_URL: is missing.*--roles=${roles}\\b`))
    // An empty variable counts as unset.
    expect(() => readConfig({ ...env, BROKER_URL: '' }, [`--roles=${roles}`])).toThrow(/^BROKER_URL: is missing/)
    expect(readConfig({ ...env, ...broker }, [`--roles=${roles}`]).roles).toEqual(roles.split(','))
  })

  it.each([
    [['--role=web'], /^--role=web: is no option of this program/],
    [['--roles=web', '--log'], /^--log: is no option of this program/],
    [['web'], /^web: is no option of this program/],
    [['--roles'], /^--roles: the roles follow an equals sign/],
    [['--roles', 'web'], /^--roles: the roles follow an equals sign/],
    [['--roles=web', '--roles=worker'], /^--roles: is there twice/],
    [['--roles=web,worker,web'], /^--roles: “web” is there twice$/],
  ])('%j is refused', (argv, sentence) => {
    const read = () => readConfig({ ...env, ...broker }, argv)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(sentence)
  })

  it.each(['', 'webs', 'web,', 'web;worker'])('“%s” is refused, and the error lists the roles', (roles) => {
    expect(() => readConfig({ ...env, ...broker }, [`--roles=${roles}`])).toThrow(/^--roles: .*web, socket, worker$/)
  })
})

describe('the environment', () => {
  it('may name earlier secrets, each as long as a secret has to be and none of them the present one', () => {
    const older = (secrets: string) => readConfig({ ...env, SECRET_KEYS_OLD: secrets }).olderSecretKeys
    const [one, two] = ['a'.repeat(32), 'b'.repeat(40)]
    expect(older(` ${one} , ${two},`)).toEqual([one, two])
    expect(older('')).toEqual([])
    expect(() => older(`${two},${'a'.repeat(31)}`)).toThrow(/^SECRET_KEYS_OLD: each must have at least 32 characters$/)
    expect(() => older(`${one},${env.SECRET_KEY}`)).toThrow(/^SECRET_KEYS_OLD: holds the SECRET_KEY itself$/)
    expect(() => readConfig({ ...env, SECRET_KEY: 's'.repeat(31) })).toThrow(/^SECRET_KEY: /)
  })

  it('is read literally, with the documented defaults', () => {
    expect(readConfig(env)).toMatchObject({
      mode: 'production',
      port: 3000,
      host: 'localhost',
      smtpLocalRelay: false,
      apiViewer: false,
      trustedProxies: [],
      stopTimeoutMs: 10_000,
      logLevel: 'info',
      sandboxUrl: undefined,
    })
    const relay = (SMTP_LOCAL_RELAY: string) => readConfig({ ...env, SMTP_LOCAL_RELAY }).smtpLocalRelay
    expect([relay('yes'), relay('no'), relay('')]).toEqual([true, false, false])
    expect(() => relay('true')).toThrow(/^SMTP_LOCAL_RELAY: /)
    expect(readConfig({ ...env, TRUSTED_PROXIES: ' 10.0.0.0/8,, ::1 ' }).trustedProxies).toEqual(['10.0.0.0/8', '::1'])
    expect(readConfig({ ...env, SHUTDOWN_TIMEOUT_SECONDS: '0.5' }).stopTimeoutMs).toBe(500)
    expect(readConfig({ ...env, PORT: '65535' }).port).toBe(65_535)
    expect(() => readConfig({ ...env, PORT: '65536' })).toThrow(/^PORT: /)
    const sandbox = { SANDBOX_URL: 'http://localhost:4000' }
    expect(() => readConfig({ ...env, ...sandbox })).toThrow(/^SANDBOX_URL: /)
    expect(readConfig({ ...env, ...sandbox, MODE: 'demo' }).sandboxUrl).toBe('http://localhost:4000')
  })
})

it('an empty variable is one that is not set', () => {
  const empty = Object.fromEntries(
    [
      'MODE',
      'PORT',
      'HOST',
      'DATA_DIR',
      'DISK_RESERVE_MB',
      'SHUTDOWN_TIMEOUT_SECONDS',
      'MAIL_PER_DOMAIN_PER_MINUTE',
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_SERVICE_NAME',
      'LOG_LEVEL',
      'CONSOLE_HOST',
    ].map((name) => [name, '']),
  )
  const traced = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }
  expect(readConfig({ ...traced, ...empty })).toEqual(readConfig(traced))
  expect(readConfig({ ...traced, ...empty })).toMatchObject({ diskReserveMb: 500, tracing: { ratio: 1 } })
})

describe('DATABASE_REPLICA_URL', () => {
  it('is optional, and has to be of a PostgreSQL', () => {
    expect(readConfig(env).databaseReplicaUrl).toBeUndefined()
    expect(readConfig({ ...env, DATABASE_REPLICA_URL: '' }).databaseReplicaUrl).toBeUndefined()
    const given = 'postgres://replica/x'
    expect(readConfig({ ...env, DATABASE_REPLICA_URL: given }).databaseReplicaUrl).toBe(given)
    expect(() => readConfig({ ...env, DATABASE_REPLICA_URL: 'redis://x' })).toThrow(/^DATABASE_REPLICA_URL: /)
  })
})

it('every variable has its own place', () => {
  expect(
    readConfig(
      {
        MODE: 'production',
        PORT: '0',
        HOST: '0.0.0.0',
        DATA_DIR: '/srv/incontro',
        DATABASE_URL: 'postgresql://primary/x',
        DATABASE_POOLER_URL: 'postgres://pooler/x',
        DATABASE_REPLICA_URL: 'postgres://replica/x',
        STORAGE_URL: 's3://pictures',
        DATABASES: 'vicino=postgres://second/x',
        DATABASE_POOLERS: 'vicino=postgres://pooler2/x',
        DATABASE_REPLICAS: 'vicino=postgres://replica2/x',
        BROKER_URL: 'rediss://broker',
        SECRET_KEY: 's'.repeat(32),
        SECRET_KEYS_OLD: 'o'.repeat(32),
        SANDBOX_URL: '',
        SMTP_URL: 'smtps://mail',
        SMTP_LOCAL_RELAY: 'yes',
        API_VIEWER: 'yes',
        MAIL_WEBHOOK_SIGNING_KEY: 'k'.repeat(16),
        MAIL_DKIM_SELECTOR: 's1',
        MAIL_DKIM_KEY_FILE: '/etc/dkim.pem',
        MAIL_PER_DOMAIN_PER_MINUTE: '60',
        TRUSTED_PROXIES: '10.0.0.0/8',
        SHUTDOWN_TIMEOUT_SECONDS: '600',
        DISK_RESERVE_MB: '2000',
        LOG_LEVEL: 'warn',
      },
      ['--roles=worker,socket'],
    ),
  ).toEqual({
    mode: 'production',
    port: 0,
    host: '0.0.0.0',
    dataDir: '/srv/incontro',
    databaseUrl: 'postgresql://primary/x',
    databasePoolerUrl: 'postgres://pooler/x',
    databaseReplicaUrl: 'postgres://replica/x',
    storageUrl: 's3://pictures',
    poolDatabases: new Map([['vicino', 'postgres://second/x']]),
    poolPoolers: new Map([['vicino', 'postgres://pooler2/x']]),
    poolReplicas: new Map([['vicino', 'postgres://replica2/x']]),
    brokerUrl: 'rediss://broker',
    secretKey: 's'.repeat(32),
    olderSecretKeys: ['o'.repeat(32)],
    sandboxUrl: undefined,
    smtpUrl: 'smtps://mail',
    smtpLocalRelay: true,
    apiViewer: true,
    mailWebhookSigningKey: 'k'.repeat(16),
    mailDkim: { selector: 's1', keyFile: '/etc/dkim.pem' },
    mailPerDomain: 60,
    diskReserveMb: 2000,
    trustedProxies: ['10.0.0.0/8'],
    logLevel: 'warn',
    stopTimeoutMs: 600_000,
    roles: ['socket', 'worker'],
  })
})

it.each([
  ['MODE', 'test'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['MAIL_DKIM_SELECTOR', 'a b'],
  ['MAIL_DKIM_SELECTOR', 's1;'],
  ['MAIL_PER_DOMAIN_PER_MINUTE', '0'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_POOLER_URL', 'http://x'],
  ['STORAGE_URL', 's3://'],
  ['DATABASES', 'vicino'],
  ['DATABASE_POOLERS', 'vicino'],
  ['DATABASE_REPLICAS', 'vicino=postgres://without-its-database/x'],
  ['BROKER_URL', 'http://x'],
  ['SANDBOX_URL', 'ftp://x'],
  ['SMTP_URL', 'http://x'],
  ['MAIL_WEBHOOK_SIGNING_KEY', 'k'.repeat(15)],
  ['SHUTDOWN_TIMEOUT_SECONDS', '-1'],
  ['SHUTDOWN_TIMEOUT_SECONDS', '601'],
  ['LOG_LEVEL', 'fatal'],
])('%s=%s is refused by its name', (name, value) => {
  const read = () => readConfig({ ...env, [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name}: `))
})
