import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '#platform/database/connection-settings.ts'
import { editDistance } from '#platform/text/edit-distance.ts'
import { readServerConfig } from '#src/config.ts'

/** Settings that other programs of an installation read: npm's commands, the sandbox, Docker Compose. */
const others = [
  'HOSTS',
  'POSTGRES_PASSWORD',
  'BROKER_PASSWORD',
  'UPSTREAM',
  'SETTINGS_FILE',
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'SANDBOX_PUBLIC_URL',
  'TZ',
]
/** What Node, npm, PostgreSQL's library, Amazon's SDK, OpenTelemetry and the system read by themselves. */
const foreign = /^(NODE_|npm_|UV_|PG|AWS_|OTEL_|SSL_CERT_|LC_|LD_|MALLOC_|LANG$|PATH$|HOME$|TMPDIR$)|_proxy$/i

/** The settings that there are, without a brand's suffix: those for which the server looks. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set(others)
  const required: Environment = {
    DATABASE_URL: 'postgres://localhost/x',
    SECRET_KEY: 'x'.repeat(32),
    SMTP_URL: 'smtp://x',
  }
  const note = (name: string | symbol): void => void (typeof name === 'string' && names.add(name))
  readServerConfig(
    new Proxy(required, {
      get: (target, name) => (note(name), Reflect.get(target, name) as unknown),
      has: (target, name) => (note(name), Reflect.has(target, name)),
    }),
  )
  return names
}

/**
 * Settings that nothing reads because their names are not right: in the installation's file each name that is none, in
 * the environment, which has much else, those that look like one.
 * @param env with `SETTINGS_FILE`, if there is one
 */
export function misspeltSettings(env: Environment): readonly string[] {
  const known = settingNames()
  const file = env['SETTINGS_FILE']
  const inFile = file && existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))).toSorted() : []
  const unknown = (name: string): boolean => !known.has(baseOf(name)) && !foreign.test(name)
  const ofFile = inFile.filter(unknown).map((name) => {
    const meant = nearest(name, known)
    return `${basename(file ?? '')}: ${name} is no setting${meant === undefined ? ', and nothing reads it' : `: is ${meant} meant?`}`
  })
  const ofEnvironment = Object.keys(env)
    .filter((name) => !inFile.includes(name) && unknown(name))
    .flatMap((name) => {
      const meant = nearest(name, known)
      return meant === undefined ? [] : [`the environment has ${name}, which is no setting: is ${meant} meant?`]
    })
  return [...ofFile, ...ofEnvironment]
}

/** `NAME__BRAND` is `NAME` of one brand. */
const baseOf = (name: string): string => name.split('__', 1)[0] ?? name

/** The setting that a name was meant to be; undefined if it resembles none. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const base = baseOf(name)
  // In short names, as HOST and HOME, a letter says little.
  const most = base.length < 5 ? 0 : base.length < 8 ? 1 : 2
  const [best] = [...known]
    .map((setting) => ({ setting, distance: editDistance(base.toUpperCase(), setting) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
  return best && `${best.setting}${name.slice(base.length)}`
}
