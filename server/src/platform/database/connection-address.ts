import { existsSync } from 'node:fs'
import { ConfigError } from '#platform/config-error.ts'

const encoding = 'percent-encode the user and the password: # is %23, / is %2F, ? is %3F, @ is %40, % is %25'

/** The schemes of a server, with the form of an address, as sentences about a wrong one give it. */
const forms = {
  postgres: { schemes: ['postgres', 'postgresql'], form: 'postgres://user:password@host:5432/name' },
  redis: { schemes: ['redis', 'rediss'], form: 'redis://user:password@host:6379, or rediss:// for TLS' },
  smtp: { schemes: ['smtp', 'smtps'], form: 'smtp://user:password@host:587, or smtps:// for TLS from the start (465)' },
} as const
export type Server = keyof typeof forms

/**
 * Reads the address of a server. An address may contain a password, so no sentence repeats it.
 *
 * @returns the address with what may be meant in one way only percent-encoded: `%` that begins no code, a second `@`
 * @throws ConfigError that begins with the variable's name
 */
export function readAddress(variable: string, text: string, server: Server): string {
  const { schemes, form } = forms[server]
  const [, scheme = '', authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text) ?? []
  if (!schemes.some((one) => one === scheme.toLowerCase()))
    throw new ConfigError(`${variable}: is not an address of the form ${form}`)
  const at = authority.lastIndexOf('@')
  // Behind the host only the values of a query may have one.
  const isCut = at < 0 && /^[^=]*@/.test(rest)
  if (isCut || rest.includes('#')) throw new ConfigError(`${variable}: ${encoding}`)
  const user = authority
    .slice(0, Math.max(at, 0))
    .replaceAll('@', '%40')
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
  const address = `${scheme}://${at < 0 ? authority : `${user}@${authority.slice(at + 1)}`}${rest}`
  if (!URL.canParse(address))
    throw new ConfigError(
      `${variable}: is not an address of the form ${form}${text.includes('@') ? `; ${encoding}` : ''}`,
    )
  if (server === 'postgres') checkTls(variable, new URL(address).searchParams)
  return address
}

/** Values of `sslmode` that mean the same here as for psql. */
const tlsModes: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']

function checkTls(variable: string, query: URLSearchParams): void {
  const [mode, root] = [query.get('sslmode'), query.get('sslrootcert')]
  if (mode !== null && !tlsModes.includes(mode))
    throw new ConfigError(
      `${variable}: sslmode=${mode} is not one of ${tlsModes.slice(0, 4).join(', ')}${mode === 'prefer' || mode === 'allow' ? '; say whether the connection is to be encrypted' : ''}`,
    )
  if (mode === 'verify-ca' && (root === null || root === 'system'))
    throw new ConfigError(`${variable}: sslmode=verify-ca needs sslrootcert=FILE, the certificate of the authority`)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = query.get(name)
    if (file !== null && file !== 'system' && !existsSync(file))
      throw new ConfigError(`${variable}: ${name} names a file that is not there`)
  }
}

/**
 * An address as our PostgreSQL client takes it: `sslmode` means there what it means for psql, where `require` encrypts
 * and does not look at the certificate, and `verify-ca` does not look at its name.
 */
export function postgresAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const query = new URL(address).searchParams
  const mode = query.get('sslmode')
  if (mode === null || mode === 'no-verify' || query.has('uselibpqcompat')) return address
  // The authorities that Node knows, with the name of the host, which psql requires too.
  if (query.get('sslrootcert') === 'system')
    return postgresAddress(
      address.replace(/([?&])sslrootcert=system(?=&|$)/, '$1').replace(/sslmode=[\w-]*/, 'sslmode=verify-full'),
    )
  return `${address}&uselibpqcompat=true`
}
