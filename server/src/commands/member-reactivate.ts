import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadBrands } from '../modules/brands/index.ts'
import { reactivateMember } from '../modules/accounts/index.ts'
import { enqueueEmail } from '../modules/outreach/index.ts'
import { openDatabase } from '../platform/database.ts'

/*
 * npm run member:reactivate -- --brand KEY --email ADDRESS --reason TEXT [--by NAME]
 * Opens an account that was deactivated, suspended or is waiting to be erased. Who, why and when is kept; the member is written to.
 */
const usage = 'npm run member:reactivate -- --brand KEY --email ADDRESS --reason TEXT [--by NAME]'
const say = (text: string): void => console.error(text)

async function reactivate(): Promise<number> {
  let given
  try {
    given = parseArgs({
      options: {
        brand: { type: 'string' },
        email: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
      },
    }).values
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    return 2
  }
  const { brand: key, email, reason, by = userInfo().username } = given
  if (!key || !email || !reason?.trim()) {
    say(`--brand, --email and --reason are needed.\n${usage}`)
    return 2
  }
  const brand = loadBrands(join(resolve(import.meta.dirname, '../../..'), 'brands')).byKey(key)
  if (!brand) {
    say(`There is no brand “${key}”.`)
    return 2
  }
  const url = process.env['DATABASE_URL']
  if (!url) {
    say('DATABASE_URL: is missing; `npm run member:reactivate` sets it for the database of DATA_DIR')
    return 2
  }
  const database = openDatabase(url, { size: 2 })
  try {
    const outcome = await reactivateMember(
      { db: database.db, enqueueEmail, clock: () => new Date() },
      {
        brandId: key,
        email: email.trim(),
        madeBy: `command:${by}`,
        reason: reason.trim(),
        origin: `https://${brand.domain}`,
      },
    )
    console.log(
      {
        reactivated: 'The account is open again; the member gets an email.',
        'open already': 'The account is open already: nothing was changed.',
        unknown: `${brand.title} knows no account with this address.`,
      }[outcome],
    )
    return outcome === 'unknown' ? 1 : 0
  } finally {
    await database.close()
  }
}

process.exitCode = await reactivate()
