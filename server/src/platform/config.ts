import type { TracingOptions } from './process/tracing.ts'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { readAddress, type Server } from '#platform/database/connection-address.ts'
import { readPoolDatabases } from '#platform/database/pool-databases.ts'
import { readS3Url } from '#platform/storage/s3-url.ts'

export { ConfigError } from './config-error.ts'

const port = z.coerce.number().int().min(0).max(65535)
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
/** An empty variable counts as unset: as a number it would be 0. */
const orDefault = <T extends z.ZodType>(schema: T, usual: z.output<T>) =>
  optional(schema).transform((value): z.output<T> => value ?? usual)
const roleNames = ['web', 'socket', 'worker'] as const

const environment = z.object({
  MODE: orDefault(z.enum(['demo', 'production']), 'production'),
  PORT: orDefault(port, 3000),
  HOST: orDefault(z.string(), 'localhost'),
  DATA_DIR: orDefault(z.string(), './data'),
  DATABASE_URL: z.string(),
  DATABASE_POOLER_URL: optional(z.string()),
  DATABASE_REPLICA_URL: optional(z.string()),
  STORAGE_URL: optional(z.string()),
  DATABASES: optional(z.string()),
  DATABASE_POOLERS: optional(z.string()),
  DATABASE_REPLICAS: optional(z.string()),
  BROKER_URL: optional(z.string()),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters'),
  SECRET_KEYS_OLD: optional(z.string()),
  SANDBOX_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: z.string(),
  SMTP_LOCAL_RELAY: optional(z.enum(['yes', 'no'])),
  METRICS_TOKEN: optional(z.string().min(32, 'must have at least 32 characters')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  OTEL_TRACES_SAMPLER_ARG: orDefault(z.coerce.number().min(0).max(1), 1),
  OTEL_SERVICE_NAME: orDefault(z.string(), 'incontro'),
  API_VIEWER: optional(z.enum(['yes', 'no'])),
  MAIL_WEBHOOK_SIGNING_KEY: optional(z.string().min(16, 'must have at least 16 characters')),
  MAIL_DKIM_SELECTOR: optional(z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/i, 'is no selector, as in s1')),
  MAIL_DKIM_KEY_FILE: optional(z.string()),
  MAIL_PER_DOMAIN_PER_MINUTE: orDefault(z.coerce.number().int().min(1).max(100_000), 300),
  TRUSTED_PROXIES: optional(z.string()),
  CONSOLE_HOST: optional(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'must be a host, as in console.example.com'),
  ),
  DISK_RESERVE_MB: orDefault(z.coerce.number().min(0), 500),
  SHUTDOWN_TIMEOUT_SECONDS: orDefault(z.coerce.number().min(0).max(600), 10),
  LOG_LEVEL: orDefault(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
})

export type Role = (typeof roleNames)[number]
export interface Config {
  readonly mode: 'demo' | 'production'
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  readonly databaseUrl: string
  /** The same database by way of PgBouncer, for the statements of requests and events. */
  readonly databasePoolerUrl?: string | undefined
  /** A streaming replica of `databaseUrl`, for reads that may lag. */
  readonly databaseReplicaUrl?: string | undefined
  /** Bucket of the members' files; without it they are in `dataDir`. */
  readonly storageUrl?: string | undefined
  /** Databases of pools that are not in `databaseUrl`, by pool; none by default. */
  readonly poolDatabases?: ReadonlyMap<string, string>
  /** The same databases by way of PgBouncer, by pool. */
  readonly poolPoolers?: ReadonlyMap<string, string>
  /** Streaming replicas of the same databases, by pool. */
  readonly poolReplicas?: ReadonlyMap<string, string>
  readonly brokerUrl: string | undefined
  readonly secretKey: string
  /** Earlier secrets, newest first: data made under them can still be read, and nothing is written under them. */
  readonly olderSecretKeys?: readonly string[]
  readonly sandboxUrl: string | undefined
  readonly smtpUrl: string
  /** The operator confirms that a loopback `smtpUrl` is a real relay. */
  readonly smtpLocalRelay?: boolean
  /** Serves the viewer of the API's documentation in production, too. */
  readonly apiViewer?: boolean
  /** What a Prometheus on another machine sends to `/metrics`. */
  readonly metricsToken?: string | undefined
  /** Where traces are sent; without it none are made. */
  readonly tracing?: TracingOptions | undefined
  /** Verifies the mail provider's webhooks; without it the webhook is off. */
  readonly mailWebhookSigningKey?: string | undefined
  /** Where the key is with which mails are signed; without it the relay signs. */
  readonly mailDkim?: { readonly selector: string; readonly keyFile: string } | undefined
  /** Mails to many members that go to one domain in a minute, of each process; 300 by default. */
  readonly mailPerDomain?: number
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** The host of the staff's console, with its port where browsers show one; without it there is no console. */
  readonly consoleHost?: string | undefined
  readonly logLevel: string
  /** Milliseconds that running work may take to finish at shutdown; ten seconds by default. */
  readonly stopTimeoutMs?: number
  /** Megabytes of `dataDir`'s disk that are kept for what must go on; 500 by default. */
  readonly diskReserveMb?: number
  readonly roles: readonly Role[]
}

/**
 * Reads the environment and the command line (`--roles=web,socket,worker`).
 * @throws ConfigError naming the variable at fault
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`)
  }
  const value = parsed.data
  if (value.MODE === 'production' && value.SANDBOX_URL)
    throw new ConfigError('SANDBOX_URL: sandbox providers are for the demo only, take it out to serve')
  return {
    mode: value.MODE,
    port: value.PORT,
    host: value.HOST,
    dataDir: isAbsolute(value.DATA_DIR) ? value.DATA_DIR : resolve(value.DATA_DIR),
    databaseUrl: readAddress('DATABASE_URL', value.DATABASE_URL, 'postgres'),
    databasePoolerUrl: addressIf('DATABASE_POOLER_URL', value.DATABASE_POOLER_URL, 'postgres'),
    databaseReplicaUrl: addressIf('DATABASE_REPLICA_URL', value.DATABASE_REPLICA_URL, 'postgres'),
    storageUrl: readStorageUrl(value.STORAGE_URL),
    ...readPools(value),
    brokerUrl: addressIf('BROKER_URL', value.BROKER_URL, 'redis'),
    secretKey: value.SECRET_KEY,
    olderSecretKeys: readOlderSecrets(value),
    sandboxUrl: value.SANDBOX_URL,
    smtpUrl: readAddress('SMTP_URL', value.SMTP_URL, 'smtp'),
    smtpLocalRelay: value.SMTP_LOCAL_RELAY === 'yes',
    apiViewer: value.API_VIEWER === 'yes',
    metricsToken: value.METRICS_TOKEN,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
          ratio: value.OTEL_TRACES_SAMPLER_ARG,
          serviceName: value.OTEL_SERVICE_NAME,
        }
      : undefined,
    mailWebhookSigningKey: value.MAIL_WEBHOOK_SIGNING_KEY,
    mailDkim: readMailDkim(value),
    mailPerDomain: value.MAIL_PER_DOMAIN_PER_MINUTE,
    trustedProxies: (value.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    logLevel: value.LOG_LEVEL,
    stopTimeoutMs: value.SHUTDOWN_TIMEOUT_SECONDS * 1000,
    consoleHost: value.CONSOLE_HOST ?? (value.MODE === 'demo' ? `admin.localhost:${value.PORT}` : undefined),
    diskReserveMb: value.DISK_RESERVE_MB,
    roles: readRoles(argv, value.BROKER_URL),
  }
}

/** @throws ConfigError for the pooler or replica of a pool that `DATABASES` does not name */
function readPools(
  value: z.infer<typeof environment>,
): Required<Pick<Config, 'poolDatabases' | 'poolPoolers' | 'poolReplicas'>> {
  const poolDatabases = readPoolDatabases(value.DATABASES ?? '')
  const beside = (variable: 'DATABASE_POOLERS' | 'DATABASE_REPLICAS'): ReadonlyMap<string, string> => {
    const urls = readPoolDatabases(value[variable] ?? '', variable)
    for (const pool of urls.keys())
      if (!poolDatabases.has(pool))
        throw new ConfigError(
          `${variable}: DATABASES does not name “${pool}”; that of DATABASE_URL is ${variable === 'DATABASE_POOLERS' ? 'DATABASE_POOLER_URL' : 'DATABASE_REPLICA_URL'}`,
        )
    return urls
  }
  return { poolDatabases, poolPoolers: beside('DATABASE_POOLERS'), poolReplicas: beside('DATABASE_REPLICAS') }
}

function readMailDkim(value: z.infer<typeof environment>): Config['mailDkim'] {
  const { MAIL_DKIM_SELECTOR: selector, MAIL_DKIM_KEY_FILE: keyFile } = value
  if (selector === undefined && keyFile === undefined) return undefined
  if (selector === undefined) throw new ConfigError('MAIL_DKIM_SELECTOR: is missing beside MAIL_DKIM_KEY_FILE')
  if (keyFile === undefined) throw new ConfigError('MAIL_DKIM_KEY_FILE: is missing beside MAIL_DKIM_SELECTOR')
  return { selector, keyFile }
}

const addressIf = (variable: string, text: string | undefined, server: Server): string | undefined =>
  text === undefined ? undefined : readAddress(variable, text, server)

function readStorageUrl(text: string | undefined): string | undefined {
  try {
    if (text !== undefined) readS3Url(text)
    return text
  } catch (error) {
    throw new ConfigError(`STORAGE_URL: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readOlderSecrets(value: z.infer<typeof environment>): readonly string[] {
  const older = (value.SECRET_KEYS_OLD ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const secret of older) {
    if (secret.length < 32) throw new ConfigError('SECRET_KEYS_OLD: each must have at least 32 characters')
    if (secret === value.SECRET_KEY) throw new ConfigError('SECRET_KEYS_OLD: holds the SECRET_KEY itself')
  }
  return older
}

function readRoles(argv: readonly string[], brokerUrl: string | undefined): readonly Role[] {
  const [given, ...more] = argv
  if (given === undefined) return roleNames
  const option = '--roles='
  if (given === '--roles') throw new ConfigError('--roles: the roles follow an equals sign, as in --roles=web,worker')
  const unknown = [given, ...more].find((argument) => !argument.startsWith(option))
  if (unknown !== undefined)
    throw new ConfigError(`${unknown}: is no option of this program, there is only --roles=${roleNames.join(',')}`)
  if (more.length > 0) throw new ConfigError('--roles: is there twice; separate the roles with commas')
  const names = given.slice(option.length).split(',')
  for (const [index, name] of names.entries()) {
    if (!roleNames.some((role) => role === name))
      throw new ConfigError(`--roles: “${name}” is none of ${roleNames.join(', ')}`)
    if (names.indexOf(name) !== index) throw new ConfigError(`--roles: “${name}” is there twice`)
  }
  const roles = roleNames.filter((role) => names.includes(role))
  if (roles.length < roleNames.length && brokerUrl === undefined)
    throw new ConfigError(
      `BROKER_URL: is missing, processes with different roles (--roles=${roles.join(',')}) exchange their events through Redis or Valkey`,
    )
  return roles
}
