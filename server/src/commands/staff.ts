import { locales, type Locale, staffRoles, type StaffRole } from '@incontro/contract'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { consoleAddress } from '#app/console.ts'
import { auditor, installationChain } from '#modules/audit/index.ts'
import {
  addStaff,
  makeLink,
  requireStaffEmail,
  resetStaff,
  setRoles,
  type ConsoleAddress,
} from '#modules/staff/index.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnDefault } from './on-databases.ts'

const usage = `npm run staff -- create --email ADDRESS --name NAME --brand KEY[,KEY…]|all --roles ROLE[,ROLE…] [--locale ${locales.join('|')}] [--by NAME]
npm run staff -- reset --email ADDRESS [--by NAME]     removes password, second factor and sessions
npm run staff -- list

Roles: ${staffRoles.join(', ')}. The link that is printed sets the password and the second factor; it is valid for three days, once.`

interface Deps {
  readonly db: Database
  readonly brandKeys: readonly string[]
  readonly console: ConsoleAddress
  readonly clock: () => Date
  readonly user: string
}

/** Staff from the command line: the first owner, and the person who has lost every factor. */
export async function staffByCommand(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  if (asked.verb === 'list') return list(deps.db)
  if (asked.verb !== 'create' && asked.verb !== 'reset') return refused('What to do: create, reset or list', usage)
  const email = emailIn(asked.email)
  if (email === undefined) return refused('--email: an address that mail reaches is needed', usage)
  const by = { command: `staff:${asked.by ?? deps.user}` }
  if (asked.verb === 'reset') return reset(deps, email, by)

  const brands = asked.brand === 'all' ? deps.brandKeys : (asked.brand ?? '').split(',').filter(Boolean)
  const unknown = brands.find((key) => !deps.brandKeys.includes(key))
  if (brands.length === 0 || unknown !== undefined)
    return refused(`--brand: all, or some of ${deps.brandKeys.join(', ')}`, usage)
  const roles = (asked.roles ?? '').split(',').filter(Boolean) as StaffRole[]
  if (roles.length === 0 || roles.some((role) => !staffRoles.includes(role)))
    return refused(`--roles: some of ${staffRoles.join(', ')}`, usage)
  const name = asked.name?.trim() ?? ''
  if (name === '' || name.length > 80) return refused('--name: up to 80 characters are needed', usage)
  const locale = (asked.locale ?? 'en') as Locale
  if (!locales.includes(locale)) return refused(`--locale: one of ${locales.join(', ')}`, usage)
  return deps.db.transaction().execute(async (tx) => {
    const { id, isNew } = await addStaff(deps, tx, { email, name, locale })
    for (const brand of brands) {
      await setRoles(deps, tx, id, brand, roles)
      await auditor(deps.clock)(tx, {
        brandId: installationChain,
        aboutBrand: brand,
        by,
        action: 'staff_created',
        subject: { kind: 'staff', id },
        detail: { roles },
      })
    }
    const given = `${email} is ${roles.join(', ')} at ${brands.join(', ')}.`
    return { ok: true, lines: isNew ? [given, await makeLink(deps, tx, id, 'invitation')] : [given] }
  })
}

async function reset(deps: Deps, email: string, by: { readonly command: string }): Promise<CommandResult> {
  return deps.db.transaction().execute(async (tx) => {
    const person = await tx.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst()
    const done = person && (await resetStaff(deps, tx, person.id))
    if (!person || !done) return refused(`There is no account with the address ${email}.`)
    await auditor(deps.clock)(tx, {
      brandId: installationChain,
      by,
      action: 'staff_reset',
      subject: { kind: 'staff', id: person.id },
    })
    return { ok: true, lines: ['Password, second factor and sessions are removed. The link sets new ones:', done.link] }
  })
}

async function list(db: Database): Promise<CommandResult> {
  const people = await db
    .selectFrom('staff as p')
    .leftJoin('staff_roles as r', 'r.staff_id', 'p.id')
    .select(['p.email', 'p.name', 'p.state', 'r.brand_id', 'r.role'])
    .orderBy('p.email')
    .orderBy('r.brand_id')
    .orderBy('r.role')
    .execute()
  const lines = [...Map.groupBy(people, ({ email }) => email)].map(([email, rows]) => {
    const [first] = rows
    const roles = rows.flatMap(({ brand_id: brand, role }) => (brand ? [`${role}@${brand}`] : []))
    return `${email}  ${first?.name ?? ''}  ${first?.state ?? ''}  ${roles.join(' ')}`
  })
  return { ok: true, lines: [...lines, `${lines.length} people`] }
}

function emailIn(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : requireStaffEmail(text)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { email: text, name: text, brand: text, roles: text, locale: text, by: text },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) {
  const host = process.env['CONSOLE_HOST'] || `admin.localhost:${process.env['PORT'] || '3000'}`
  await runOnDefault('staff', (args, { db, brandKeys }) =>
    staffByCommand(args, {
      db,
      brandKeys,
      console: consoleAddress(host.toLowerCase())!,
      clock: () => new Date(),
      user: userInfo().username,
    }),
  )
}
