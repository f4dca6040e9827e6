import { randomBytes } from 'node:crypto'
import { signalsWithin } from '#modules/identity/index.ts'
import { strangersWithin } from '#modules/outreach/index.ts'
import { sql } from 'kysely'
import { readConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { secretId, type Secrets } from '#platform/ids.ts'
import { noteSecret, secretUses } from '#platform/secrets/secrets.ts'
import { countSealedUnder, resealColumn } from '#platform/secrets/sealed-columns.ts'
import { sealedPlaces } from '#src/tables.ts'
import type { CommandResult } from './command-result.ts'
import { runOnBrand, runOnEach } from './on-databases.ts'

const usage = `npm run keys -- new      a new SECRET_KEY, and what to do with it
npm run keys -- rotate   seals under SECRET_KEY what was sealed under those of SECRET_KEYS_OLD
npm run keys -- list     what still needs which secret
npm run keys -- accept   lets SECRET_KEY begin on a database that was written under one which is lost`

/** Unsubscribe links in older mails need not work any more. */
const linkDays = 60
const day = 86_400_000

interface Deps {
  readonly db: Database
  /** The current secret, then the older ones. */
  readonly secrets: Secrets
  readonly clock: () => Date
}

/** Changes the secret of an installation without losing the data made under the previous one. */
export async function secretKeys([verb, ...more]: readonly string[], deps: Deps): Promise<CommandResult> {
  if (more.length === 0 && verb === 'new') return { ok: true, lines: replacement() }
  if (more.length === 0 && verb === 'rotate') return rotate(deps)
  if (more.length === 0 && verb === 'list') return { ok: true, lines: await list(deps) }
  if (more.length === 0 && verb === 'accept') return accept(deps)
  return { ok: false, lines: ['What to do: new, rotate, list or accept', usage] }
}

const replacement = (): readonly string[] => [
  `SECRET_KEY=${randomBytes(32).toString('base64')}`,
  'Put the present SECRET_KEY first into SECRET_KEYS_OLD (separated by commas), set this one, and restart every process;',
  'where several run, give them the new one in SECRET_KEYS_OLD first, so that none meets what it cannot read.',
  'Then `npm run keys -- rotate`. `npm run keys -- list` says when an old secret may be taken out.',
]

async function rotate({ db, secrets }: Deps): Promise<CommandResult> {
  if (secrets.length === 1)
    return { ok: false, lines: ['SECRET_KEYS_OLD: is empty, so there is nothing to rotate from', usage] }
  if (await isMoving(db))
    return {
      ok: false,
      lines: [
        'A pool of this database is being moved, or was, and the servers find its new place by an address that is sealed too.',
        'End the move (docs/operations.md), then rotate.',
      ],
    }
  const uses = await secretUses(db)
  // A key of which the servers know nothing, such as one that was read another way, would leave them unable to read.
  if (!uses.some(({ id }) => id === secretId(secrets[0])))
    return {
      ok: false,
      lines: [
        `No server has used this SECRET_KEY (${secretId(secrets[0])}) on this database, so nothing is sealed under it.`,
        'Restart every process with it first, and see that this command reads the same settings as they do.',
      ],
    }
  const done: string[] = []
  for (const place of sealedPlaces) {
    const count = await resealColumn(db, place, secrets)
    if (count > 0) done.push(`${count} ${place.facts.values}`)
  }
  return { ok: true, lines: [`Sealed under ${secretId(secrets[0])}: ${done.join(', ') || 'everything was already'}.`] }
}

/** Whether the state of a pool's move is there, with addresses that only its end removes. */
async function isMoving(db: Database): Promise<boolean> {
  const { rows } = await sql<{ moving: boolean }>`select to_regnamespace('pool_move') is not null as moving`.execute(db)
  return rows[0]?.moving === true
}

/** No server starts under such a secret unless the operator says that what was sealed may be lost. */
async function accept({ db, secrets: [secret], clock }: Deps): Promise<CommandResult> {
  await noteSecret(db, secret, clock())
  const lost = sealedPlaces.map(({ facts }) => facts.values).join(', ')
  return {
    ok: true,
    lines: [
      `${secretId(secret)} may be used on this database.`,
      `What no secret opens any more is lost: ${lost}. Links in older mails no longer work.`,
    ],
  }
}

async function list({ db, secrets, clock }: Deps): Promise<readonly string[]> {
  const [uses, moving] = [await secretUses(db), await isMoving(db)]
  const lines: string[] = []
  for (const [at, secret] of secrets.entries()) {
    const id = secretId(secret)
    const use = uses.find((one) => one.id === id)
    const sealed: [number, string][] = []
    for (const place of sealedPlaces) sealed.push([await countSealedUnder(db, place, secret), place.facts.values])
    const needs = [
      ...sealed,
      [use ? await strangersWithin(db, use.from, use.until) : 0, 'addresses that want no mail'],
      [use ? await signalsWithin(db, use.from, use.until) : 0, 'device signals (kept for 30 days)'],
    ] as const
    const linksEnd = use === undefined ? undefined : new Date(use.until.getTime() + linkDays * day)
    const links = linksEnd !== undefined && linksEnd > clock() ? [`links in mails until ${dateOf(linksEnd)}`] : []
    const needed = [
      ...needs.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
      ...links,
      ...(moving ? ['a pool’s move, until it has ended'] : []),
    ]
    const state = at === 0 ? 'is written under' : needed.length === 0 ? 'may be taken out' : 'is only read'
    lines.push(`${id} ${state}${needed.length === 0 ? '' : `: ${needed.join(', ')}`}`)
  }
  for (const { id, until } of uses)
    if (!secrets.some((secret) => secretId(secret) === id))
      lines.push(`${id} was written under until ${dateOf(until)} and is not given here`)
  return lines
}

const dateOf = (at: Date): string => at.toISOString().slice(0, 10)

if (import.meta.main) {
  const run: Parameters<typeof runOnEach>[1] = (args, { db }) => {
    const { secretKey, olderSecretKeys = [] } = readConfig({ SMTP_URL: 'smtp://none.invalid', ...process.env })
    return secretKeys(args, { db, secrets: [secretKey, ...olderSecretKeys], clock: () => new Date() })
  }
  // A new secret is for all databases; what is sealed under an old one is in each.
  if (process.argv[2] === 'new') await runOnBrand('keys', run)
  else await runOnEach('keys', run)
}
