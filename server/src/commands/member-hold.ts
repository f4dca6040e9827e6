import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { holdMember, releaseMember } from '../modules/accounts/index.ts'
import { openDatabase } from '../platform/database.ts'

/*
 * npm run member:hold -- --brand KEY --email ADDRESS --reason TEXT [--by NAME], or --release in place of the reason.
 * Keeps a member's data from being erased while an authority or a dispute needs it; the account stays closed as it is.
 */
const usage = 'npm run member:hold -- --brand KEY --email ADDRESS (--reason TEXT [--by NAME] | --release)'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { brand: text, email: text, reason: text, by: text, release: { type: 'boolean', default: false } },
})
const { brand, email, by = userInfo().username, release } = values
const reason = values.reason?.trim() ?? ''
const url = process.env['DATABASE_URL']
if (!url || !brand || !email || (reason === '') !== release || reason.length > 1000) {
  console.error(`--brand, --email, and either --reason (up to 1000 characters) or --release are needed.\n${usage}`)
  process.exit(2)
}
const database = openDatabase(url, { size: 2 })
const owner = await database.db
  .selectFrom('member_emails')
  .select('member_id')
  .where('brand_id', '=', brand)
  .where('email', '=', email.trim().toLowerCase())
  .executeTakeFirst()
const said = owner === undefined ? 'unknown' : await decide(owner.member_id)
await database.close()
console.log(
  {
    unknown: `${brand} knows no account with this address.`,
    held: 'The member is not erased until the hold is released with --release.',
    'too late': 'The erasing of this member began already: nothing can hold it.',
    released: 'The hold is released.',
    'not held': 'Nothing held this member.',
  }[said],
)
process.exitCode = said === 'held' || said === 'released' ? 0 : 1

async function decide(memberId: string): Promise<'held' | 'too late' | 'released' | 'not held'> {
  if (release) return (await releaseMember(database.db, memberId)) ? 'released' : 'not held'
  const hold = { memberId, reason, madeBy: `command:${by}`, at: new Date() }
  return (await holdMember(database.db, hold)) ? 'held' : 'too late'
}
