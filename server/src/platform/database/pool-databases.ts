import { ConfigError } from '#platform/config-error.ts'
import { readAddress } from './connection-address.ts'

const form = 'name each as pool=postgres://user:password@host/name, with spaces or line breaks between them'

/**
 * Reads `DATABASES`: the databases of pools that are not in that of `DATABASE_URL`. Several pools may share one.
 * `DATABASE_POOLERS` and `DATABASE_REPLICAS` have the same form.
 * @throws ConfigError without the connection string, which contains a password
 */
export function readPoolDatabases(text: string, variable = 'DATABASES'): ReadonlyMap<string, string> {
  const databases = new Map<string, string>()
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [, pool, url = ''] = /^([a-z][a-z0-9-]*)=(.*)$/.exec(entry) ?? []
    if (pool === undefined)
      throw new ConfigError(`${variable}: entry ${databases.size + 1} does not begin with a pool; ${form}`)
    if (!/^postgres(ql)?:/.test(url)) throw new ConfigError(`${variable}: “${pool}” has no PostgreSQL address; ${form}`)
    const address = readAddress(`${variable}, “${pool}”`, url, 'postgres')
    if (databases.has(pool)) throw new ConfigError(`${variable}: “${pool}” is there twice; a pool is in one database`)
    databases.set(pool, address)
  }
  return databases
}
