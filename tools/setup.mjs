import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs, parseEnv } from 'node:util'
import { answersTo, questions } from './setup/questions.mjs'
import { settingsOf, settingsText } from './setup/settings-text.mjs'
import { requirePostgres } from './start/addresses.mjs'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { makeFolder } from './support/folder.mjs'
import { runOnDatabase } from './support/on-database.mjs'
import { print } from './support/output.mjs'
import { root } from './support/paths.mjs'
import { requireOneReading, settingsFile } from './support/settings-file.mjs'
import { writeWhole } from './support/whole-file.mjs'

const FLAGS = ['console', 'database', 'smtp', 'data', 'proxies', 'owner', 'owner-name', 'file']

/*
 * npm run setup: asks what an installation needs to know, writes it with new secrets into one file, and makes the first
 * owner of the console. Run again, it keeps the earlier answers unless given others; nothing is written before all is
 * answered.
 */
await runCommand(async () => {
  const { flags, isContained } = readFlags()
  const file = resolve(root, flags.file ?? (isContained ? 'deploy/incontro.env' : settingsFile()))
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  requireOneReading(file, text)
  const before = parseEnv(text)
  const domains = brandDomains()
  const known = { domains, isContained }
  const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined
  /** @type {Record<string, string>} */
  let answers
  try {
    const ask = terminal && ((/** @type {string} */ question) => terminal.question(question))
    answers = await answersTo(questions(known), flags, /** @type {Record<string, string>} */ (before), ask, print)
  } finally {
    terminal?.close()
  }
  const { DATABASE_URL: databaseUrl, OWNER_EMAIL: email = '', OWNER_NAME: name = '' } = answers
  if (databaseUrl !== undefined && databaseUrl !== 'embedded') await requirePostgres(databaseUrl)
  const settings = settingsOf(answers, /** @type {Record<string, string>} */ (before), known)
  const settled = settingsText(settings)
  requireOneReading(file, settled)
  write(file, settled)
  print(`${file} holds the settings; only you can read it.`)
  const owner = ['--email', email, '--name', name, '--brand', 'all', '--roles', 'owner']
  if (isContained) {
    print('Next: docker compose --env-file deploy/incontro.env --file deploy/compose.yaml up --detach --build')
    print(
      `Then: docker compose --env-file deploy/incontro.env --file deploy/compose.yaml exec app node tools/run.mjs server/src/commands/first-owner.ts ${owner.map((word) => JSON.stringify(word)).join(' ')}`,
    )
    return 0
  }
  Object.assign(process.env, settings)
  const code = await runOnDatabase(join(root, 'server/src/commands/first-owner.ts'), owner)
  if (code === 0) print('Next: npm run serve, or the service of docs/install.md; then npm run check.')
  return code
})

function readFlags() {
  try {
    const options = Object.fromEntries(FLAGS.map((name) => [name, { type: /** @type {const} */ ('string') }]))
    const { values } = parseArgs({ options: { ...options, compose: { type: 'boolean', default: false } } })
    const { compose, ...flags } = values
    return { flags: /** @type {Record<string, string | undefined>} */ (flags), isContained: compose === true }
  } catch (error) {
    const known = [...FLAGS, 'compose'].map((name) => `--${name}`).join(', ')
    throw new Failure(`${error instanceof Error ? error.message : String(error)}. The flags are ${known}.`)
  }
}

/** @throws {Failure} while the brands are those of the demo */
function brandDomains() {
  const files = globSync('brands/[!_.]*/brand.json', { cwd: root })
  const brands = files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
  const samples = brands.filter(({ company }) => company?.sampleData)
  if (samples.length > 0)
    throw new Failure(
      `${samples.map(({ key }) => `brands/${key}`).join(', ')}: these are brands of the demo, with companies that do not exist. Make yours with npm run brand:new, put its company in and take out sampleData; then move the others away: mkdir brands/_samples; mv ${samples.map(({ key }) => `brands/${key}`).join(' ')} brands/_samples.`,
    )
  return brands.map(({ domain }) => String(domain))
}

/** @param {string} file @param {string} text */
function write(file, text) {
  try {
    makeFolder(dirname(file))
    writeWhole(file, text)
  } catch (error) {
    throw new Failure(`${file} cannot be written (${/** @type {NodeJS.ErrnoException} */ (error).code}).`, {
      cause: error,
    })
  }
}
