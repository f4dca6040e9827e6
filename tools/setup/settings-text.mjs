import { randomBytes } from 'node:crypto'
import { Failure } from '../support/failure.mjs'

/** Without signs that a shell, systemd, Docker or an address would read as something else. */
const secret = () => randomBytes(32).toString('base64url')

/**
 * All settings of an installation: what was answered, secrets that it does not have yet, and what an earlier run or the
 * operator has added, which stays.
 * @param {Record<string, string>} answers @param {Record<string, string>} before @param {{ domains: string[],
 * isContained: boolean }} known
 * @returns {Record<string, string>}
 */
export function settingsOf(answers, before, { domains, isContained }) {
  const { OWNER_EMAIL: _email, OWNER_NAME: _name, ...asked } = answers
  /** @type {Record<string, string>} */
  const made = { MODE: 'production', SECRET_KEY: secret(), METRICS_TOKEN: secret() }
  /** @type {Record<string, string>} */
  const contained = isContained
    ? { POSTGRES_PASSWORD: secret(), BROKER_PASSWORD: secret(), HOSTS: [...domains, asked['CONSOLE_HOST']].join(', ') }
    : {}
  return { ...made, ...contained, ...before, ...asked, ...(isContained && { HOSTS: contained['HOSTS'] ?? '' }) }
}

/** A value as all programs read it alike. @param {string} name @param {string} value @throws {Failure} */
function quoted(name, value) {
  if (!/[#$'"`\\]/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\]/.test(value)) return `"${value}"`
  throw new Failure(
    `${name}: a value with both ' and one of " $ \` \\ is not read alike by every program. In an address, write %27 for '.`,
  )
}

/** @param {Record<string, string>} settings @throws {Failure} for a value that cannot be written */
export function settingsText(settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(name, value)}`)
  return `# Settings of Incontro, from npm run setup. README.md lists all there are.\n# Whoever reads SECRET_KEY can sign in as anybody: keep a copy where only you get at it.\n${lines.join('\n')}\n`
}
