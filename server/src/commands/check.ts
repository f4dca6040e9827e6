import { randomUUID } from 'node:crypto'
import { stat, statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { assertMailIsDelivered } from '#app/production-guard.ts'
import { assertProductionSettings } from '#app/production-settings.ts'
import { type Brands, loadBrands } from '#modules/brands/index.ts'
import type { Finding } from '#modules/outreach/index.ts'
import { ConfigError } from '#platform/config.ts'
import { postgresAddress } from '#platform/database/connection-address.ts'
import { clockFault, mostSecondsApart, mostSecondsByNtp, secondsAhead } from '#platform/database/machine-clock.ts'
import { requireDatabase } from '#platform/database/database-check.ts'
import { unreadSlots } from '#platform/database/unread-log.ts'
import { readDkim } from '#platform/mail/dkim.ts'
import { createMailer, type Mailer } from '#platform/mail/mail.ts'
import { diskState } from '#platform/process/disk-space.ts'
import { openStorage } from '#platform/storage/open.ts'
import { readServerConfig, type ServerConfig } from '#src/config.ts'
import { type CommandResult, refused, report } from './command-result.ts'
import { checkMail, findingLines, reportMailboxOf, textsByDns } from './mail-check.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { checkSite, type SiteCheckOptions } from './site-check.ts'

const usage = `npm run check                          what is missing before members find out
npm run check -- --mail-to ADDRESS     also sends a mail there, in the name of the first brand`

const ok = (says: string): Finding => ({ state: 'ok', says })
const look = (says: string): Finding => ({ state: 'look', says })
const wrong = (says: string): Finding => ({ state: 'wrong', says })

export interface InstallationToCheck {
  readonly config: ServerConfig
  readonly brands: Brands
  readonly mailTo?: string | undefined
  readonly sites?: Partial<SiteCheckOptions>
  /** What is wrong with the names of settings. */
  readonly misspelt?: readonly string[]
}

/**
 * Goes through an installation as those will who use it: settings, database, disk, mail, and each host from outside.
 */
export async function checkInstallation(asked: InstallationToCheck): Promise<CommandResult> {
  const { config, brands } = asked
  const clock = () => new Date()
  const found: Finding[] = [
    ...settingsFindings(config),
    ...(asked.misspelt ?? []).map(look),
    ...brandFindings(brands),
    ...(await databaseFindings(config.databaseUrl)),
    await diskFinding(config),
    await storageFinding(config),
  ]
  const mailer = createMailer({ smtpUrl: config.smtpUrl, dkim: config.mailDkim && readDkim(config.mailDkim) })
  try {
    found.push(...(await mailFindings(asked, mailer)))
  } finally {
    mailer.close()
  }
  const webhooks = Object.entries(config.payments).flatMap(([name, { shared }]) => (shared === undefined ? [] : [name]))
  const hosts = brands.list.map(({ domain, title }) => ({ host: domain, title, webhooks }))
  const all = config.consoleHost ? [...hosts, { host: config.consoleHost.replace(/:\d+$/, ''), webhooks: [] }] : hosts
  for (const site of all) found.push(...(await checkSite(site, { clock, ...asked.sites })))
  const bad = found.filter(({ state }) => state === 'wrong').length
  const last = bad === 0 ? 'Nothing is in the way of members.' : `${bad} of ${found.length} are wrong.`
  return { ok: bad === 0, lines: [...findingLines(found), last] }
}

function settingsFindings(config: ServerConfig): Finding[] {
  if (config.mode !== 'production') return [wrong('these are the settings of a demo: MODE=production is missing')]
  const found: Finding[] = []
  try {
    assertProductionSettings(config)
    found.push(ok('the settings are those of a real installation'))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    found.push(wrong(error.message))
  }
  found.push(
    config.consoleHost === undefined
      ? look('CONSOLE_HOST is not set: there is no console for staff (docs/console.md)')
      : ok(`staff work at ${config.consoleHost}`),
  )
  if (config.trustedProxies.length === 0)
    found.push(look('TRUSTED_PROXIES is not set: behind a proxy, all members would have its address'))
  return found
}

const brandFindings = (brands: Brands): Finding[] =>
  brands.list.map(({ key, company }) =>
    company.sampleData
      ? wrong(`brands/${key}/brand.json: company.sampleData is set: put the real company in, or take the brand out`)
      : ok(`the brand ${key} is ${company.name}`),
  )

/** What is wrong with the database at an address as `DATABASE_URL` has it. */
export async function databaseFindings(url: string): Promise<Finding[]> {
  try {
    await requireDatabase(url)
  } catch (error) {
    return [wrong(error instanceof Error ? error.message : String(error))]
  }
  const client = new pg.Client({ connectionString: postgresAddress(url), connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; archives: boolean; tables: boolean }>(
      `select current_setting('server_version') as version, current_setting('archive_mode') <> 'off' as archives,
         to_regclass('members') is not null as tables`,
    )
    const [{ version, archives, tables }] = rows as [(typeof rows)[0] & object]
    return [
      ok(`PostgreSQL ${version} answers${tables ? '' : '; the first start makes the tables'}`),
      clockFinding(await secondsAhead(client)),
      archives
        ? ok('the database archives its log, as backups to a point in time need it')
        : look('the database does not archive its log: unless your provider does, set up backups (docs/backups.md)'),
      ...(await unreadSlots(client)).map(({ name, megabytes }) =>
        wrong(
          `nothing reads the replication slot ${name}, which keeps ${Math.ceil(megabytes)} MB of log on the database's disk: bring its replica back, end the move it belongs to (pool:move -- --undo), or select pg_drop_replication_slot('${name}')`,
        ),
      ),
    ]
  } finally {
    await client.end()
  }
}

function clockFinding(ahead: number): Finding {
  const apart = Math.abs(ahead)
  if (apart <= mostSecondsByNtp) return ok('the clocks of this machine and of the database agree')
  const stops = apart > mostSecondsApart ? ', and no jobs run here, mail among them' : ''
  return wrong(`${clockFault(ahead)}${stops}: turn on NTP on both`)
}

async function diskFinding({ dataDir, diskReserveMb = 500 }: ServerConfig): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    const free = Math.floor((bavail * bsize) / 1_000_000)
    return diskState(free, diskReserveMb) !== 'ok'
      ? wrong(`${dataDir}: only ${free} MB are free; below ${diskReserveMb} MB, uploads stop`)
      : ok(`${dataDir} has ${free} MB left`)
  } catch (error) {
    return wrong(`DATA_DIR: ${dataDir} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
  }
}

/** Stores a small file, reads it, finds it in the list and removes it, as an upload does. */
export async function storageFinding(config: Pick<ServerConfig, 'dataDir' | 'storageUrl'>): Promise<Finding> {
  const place = config.storageUrl === undefined ? `${config.dataDir}/storage` : 'STORAGE_URL'
  // What root makes there, or the folder itself, the server could not read.
  if (config.storageUrl === undefined && (await ownerOf(config.dataDir)) !== process.getuid?.())
    return look(`${place}: run this as the user whose folder it is, to try whether files can be stored`)
  const storage = openStorage(config)
  const key = `check/${randomUUID()}.txt`
  try {
    await storage.put(key, key, AbortSignal.timeout(20_000))
    const isThere = String(await storage.get(key)) === key
    for await (const _ of storage.list()) break
    await storage.remove(key)
    return isThere ? ok(`${place} takes files`) : wrong(`${place}: a file that was stored is not there`)
  } catch (error) {
    return wrong(`${place}: files cannot be stored: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const ownerOf = async (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ uid }) => uid,
    // That a folder is not there is said about the disk.
    () => undefined,
  )

async function mailFindings({ config, brands, mailTo }: InstallationToCheck, mailer: Mailer): Promise<Finding[]> {
  try {
    await assertMailIsDelivered(config)
  } catch (error) {
    return [wrong(error instanceof Error ? error.message : String(error))]
  }
  const { found } = await checkMail({
    brands,
    mailer,
    dkim: config.mailDkim && readDkim(config.mailDkim),
    reports: reportMailboxOf(config),
    textsOf: textsByDns(),
  })
  const [brand] = brands.list
  if (mailTo === undefined || !brand) return [...found]
  const text = `This is the mail of npm run check. Incontro can send as ${brand.title}.\n`
  try {
    await mailer.send({
      messageId: `${randomUUID()}@${brand.domain}`,
      from: brand.mail,
      to: mailTo,
      replyTo: brand.support.email,
      subject: `${brand.title}: a test`,
      text,
      html: `<p>${text}</p>`,
    })
    return [...found, ok(`the relay took a mail to ${mailTo}: see whether it arrives, and not as spam`)]
  } catch (error) {
    return [
      ...found,
      wrong(`the relay refused a mail to ${mailTo}: ${error instanceof Error ? error.message : String(error)}`),
    ]
  }
}

async function checkByCommand(args: readonly string[]): Promise<CommandResult> {
  const misspelt = misspeltSettings(process.env)
  try {
    const { values } = parseArgs({ args: [...args], options: { 'mail-to': { type: 'string' } } })
    const mailTo = values['mail-to']
    if (mailTo !== undefined && !/^\S+@\S+$/.test(mailTo)) return refused('--mail-to: an address is needed', usage)
    const brands = loadBrands(fileURLToPath(new URL('../../../brands', import.meta.url)))
    return await checkInstallation({ config: readServerConfig(process.env), brands, mailTo, misspelt })
  } catch (error) {
    // What is missing may be there under another name.
    if (error instanceof ConfigError) return refused(error.message, ...misspelt)
    if (error instanceof TypeError) return refused(error.message, usage)
    throw error
  }
}

if (import.meta.main) report(await checkByCommand(process.argv.slice(2)))
