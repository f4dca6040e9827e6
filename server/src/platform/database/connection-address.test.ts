import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { authority, startTlsProxy, type TlsProxy } from '#test/support/tls-proxy.ts'
import { postgresAddress, readAddress, type Server } from './connection-address.ts'
import { readConfig } from '#platform/config.ts'
import { explainDatabaseError } from './database-check.ts'

const servers: readonly (readonly [string, Server, string])[] = [
  ['DATABASE_URL', 'postgres', 'postgres'],
  ['BROKER_URL', 'redis', 'rediss'],
  ['SMTP_URL', 'smtp', 'smtp'],
]
const faultOf = (text: string, [variable, server]: (typeof servers)[number] = servers[0]!): string => {
  try {
    return `none: ${readAddress(variable, text, server)}`
  } catch (error) {
    return (error as Error).message
  }
}

describe.each(servers)('%s', (variable, server, scheme) => {
  const address = (user: string) => `${scheme}://${user}@host.example:1234/name`
  const read = (user: string) => readAddress(variable, address(user), server)
  const fault = (user: string) => faultOf(address(user), [variable, server, scheme])

  it.each([
    'pa#ss',
    'pa/ss',
    'pa?ss',
    '12/ss',
    '12#ss',
    '12?ss',
    '#',
    '/',
    '?',
    'SG.ab/cd',
    'a#b/c?d%e',
    'pa#s@s',
    'pa/s@s',
  ])('with the password “%s” says how to write it', (password) => {
    const text = fault(`user:${password}`)
    expect(text).toMatch(new RegExp(`^${variable}: .*percent-encode.*# is %23, / is %2F, \\? is %3F`))
    // No sentence repeats the password.
    expect(text).not.toContain(`:${password}`)
  })

  it.each([
    ['pa%23ss', 'pa#ss'],
    ['pa%2Fss%3f', 'pa/ss?'],
    ['pa%ss', 'pa%ss'],
    ['100%', '100%'],
    ['pa@ss', 'pa@ss'],
    ['pa:ss', 'pa:ss'],
    ['', ''],
  ])('with the password “%s” signs in with “%s”', (written, meant) => {
    const url = new URL(read(`user:${written}`))
    expect([decodeURIComponent(url.username), decodeURIComponent(url.password), url.hostname]).toEqual([
      'user',
      meant,
      'host.example',
    ])
  })

  it('may have an address as its user', () => {
    expect(decodeURIComponent(new URL(read('name@mail.example:secret')).username)).toBe('name@mail.example')
  })

  it.each(['', 'host', 'http://host/name', 'host.example:1234', '//host/name'])('is refused as “%s”', (text) => {
    expect(faultOf(text, [variable, server, scheme])).toMatch(
      new RegExp(`^${variable}: is not an address of the form \\w+://user:password@host`),
    )
  })

  it('is read like this from the environment', () => {
    const env = {
      DATABASE_URL: 'postgres://localhost/x',
      SECRET_KEY: 's'.repeat(32),
      SMTP_URL: 'smtp://localhost',
      [variable]: address('user:pa#ss'),
    }
    expect(() => readConfig(env)).toThrow(new RegExp(`^${variable}: .*percent-encode`))
  })
})

describe('a PostgreSQL address', () => {
  it.each([
    'postgres://localhost/x',
    'postgresql://user@localhost:5432/x?application_name=me@work',
    'postgres://h/db?options=-c%20a%3Db',
    'postgres:///x?host=/var/run/postgresql',
  ])('%s is taken as it is', (text) => expect(readAddress('DATABASE_URL', text, 'postgres')).toBe(text))

  it.each([
    ['sslmode=prefer', /sslmode=prefer is not one of disable, require, verify-ca, verify-full; say whether/],
    ['sslmode=yes', /sslmode=yes is not one of disable, require, verify-ca, verify-full$/],
    ['sslmode=verify-ca', /verify-ca needs sslrootcert=FILE/],
    ['sslmode=verify-ca&sslrootcert=system', /verify-ca needs sslrootcert=FILE/],
    ['sslmode=verify-full&sslrootcert=/nowhere/ca.pem', /sslrootcert names a file that is not there/],
    ['sslmode=require&sslkey=/nowhere/key.pem', /sslkey names a file that is not there/],
  ])('with %s is refused at the start', (query, sentence) => {
    expect(faultOf(`postgres://localhost/x?${query}`)).toMatch(sentence)
  })
})

/* What psql does with each, tried with the client that the server uses. */
describe('with TLS', () => {
  let database: TestDatabase
  let named: TlsProxy
  let other: TlsProxy
  let file: string
  beforeAll(async () => {
    database = await createTestDatabase()
    named = await startTlsProxy(database.url, 'localhost')
    other = await startTlsProxy(database.url, 'db.example')
    file = join(mkdtempSync(join(tmpdir(), 'tls-')), 'ca.pem')
    writeFileSync(file, authority)
  })
  afterAll(async () => {
    named?.close()
    other?.close()
    await database?.drop()
  })

  const addressOf = ({ port }: Pick<TlsProxy, 'port'>, query: string) => {
    const url = new URL(database.url)
    url.hostname = 'localhost'
    url.port = String(port)
    return `${url.href}?${query.replace('FILE', file)}`
  }
  const connects = async (address: string): Promise<string> => {
    const client = new pg.Client({
      connectionString: postgresAddress(readAddress('DATABASE_URL', address, 'postgres')),
    })
    // It also rejects what is awaited.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return 'connects'
    } catch (error) {
      return (explainDatabaseError(error, address) as Error).message
    } finally {
      // Of a client that did not connect.
      await client.end().catch(() => undefined)
    }
  }

  it.each([
    // Encrypted, with any certificate.
    ['sslmode=require', 'connects', 'connects'],
    ['sslmode=no-verify', 'connects', 'connects'],
    // Signed by the authority, under whatever name.
    ['sslmode=verify-ca&sslrootcert=FILE', 'connects', 'connects'],
    ['sslmode=require&sslrootcert=FILE', 'connects', 'connects'],
    ['sslrootcert=FILE&sslmode=verify-full', 'connects', 'certificate'],
    // By an authority that is not known.
    ['sslmode=verify-full', 'certificate', 'certificate'],
    ['sslmode=require&sslrootcert=system', 'certificate', 'certificate'],
  ])('%s: %s with the name of the host, %s with another', async (query, withName, without) => {
    const before = named.encrypted()
    const sentence = /^DATABASE_URL: the certificate of .* is not accepted .*sslrootcert=FILE/
    const outcome = (text: string) => (sentence.test(text) ? 'certificate' : text)
    expect([
      outcome(await connects(addressOf(named, query))),
      outcome(await connects(addressOf(other, query))),
    ]).toEqual([withName, without])
    // A client that refuses the certificate ends the handshake.
    if (withName === 'connects') expect(named.encrypted()).toBeGreaterThan(before)
  })

  it('a server without it says so', async () => {
    const port = Number(new URL(database.url).port)
    expect(await connects(addressOf({ port }, 'sslmode=require'))).toMatch(
      /offers no encryption, and sslmode asks for it/,
    )
    expect(await connects(addressOf({ port }, 'sslmode=disable'))).toBe('connects')
  })
})
