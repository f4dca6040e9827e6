import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tablesOfModules } from '#src/tables.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Module by table. */
const owners = new Map(
  Object.entries(tablesOfModules).flatMap(([module, own]) => Object.keys(own).map((table) => [table, module] as const)),
)
const tables = [...read('server/schema.sql').matchAll(/^create table (\w+)/gim)].map(([, table = '']) => table)

/** Writes by other modules than the owner, and why. */
const allowed: Readonly<Record<string, string>> = {
  'accounts erase/': 'erasing a member is one transaction over all that names them (docs/decisions/006)',
  'accounts members': 'state, address and deletion of an account, under the row it holds',
  'accounts member_emails': 'a change of address moves the reservation',
  'accounts sessions': 'closing an account ends them in its transaction',
  'accounts one_time_tokens': 'closing and reopening end its links in their transaction',
  'identity members': 'password, confirmation and last visit, under the row it holds',
  'identity consents': 'those of the sign-up, in its transaction',
  'identity member_events': 'what a link says of the visit',
  'identity limit_counters': 'signing in counts and looks up in one statement',
  'photos limit_counters': 'a drawing whose process was killed keeps its member waiting',
  'free-credits members': 'when the gift was shown, with the entry that books it',
  'payments consents': 'those a purchase rests on, in its transaction',
  'payments subscriptions': 'a detached card leaves its terms',
  'chat wallets':
    'a message is paid in the statement that stores it, under the lock of the wallet (docs/decisions/014)',
  'chat ledger_transfers': 'what a message cost is booked in the statement that stores it',
  'chat outbox': 'what was sent is written to the outbox in the statement that stores it',
  'activity outbox': 'what happened is written to the outbox in its transaction',
  'outreach outbox': 'what the service wrote to a member is written to the outbox in its transaction',
  'photos outbox': 'what was decided is written to the outbox in its transaction',
  demo: 'sample members are written whole',
}

interface Source {
  readonly module: string
  /** Relative to the module's folder. */
  readonly file: string
  readonly text: string
}

const programs: readonly Source[] = globSync('server/src/{modules,platform}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|database-types/.test(path))
  .map((path) => {
    const [, kind = '', module = '', file = ''] =
      /server\/src\/(modules|platform)\/(?:([a-z-]+)\/)?(.*)$/.exec(path) ?? []
    return { module: kind === 'platform' ? 'platform' : module, file, text: read(path) }
  })

/** Database functions, attributed to every module that calls them. */
const functions: readonly Source[] = globSync('server/functions/*.sql', { cwd: root }).flatMap((path) => {
  const [, name = ''] = /(\w+)\.sql$/.exec(path) ?? []
  const call = new RegExp(`\\b${name}\\(`)
  const callers = new Set(programs.filter(({ text }) => call.test(text)).map(({ module }) => module))
  return [...callers].map((module) => ({ module, file: `functions/${name}.sql`, text: read(path) }))
})

/** Every write in production code. */
const writes: readonly { readonly module: string; readonly file: string; readonly table: string }[] = [
  ...programs,
  ...functions,
].flatMap(({ module, file, text }) => {
  const found = [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g),
    ...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/gi),
  ].map(([, table = '']) => table)
  return [...new Set(found)].filter((table) => tables.includes(table)).map((table) => ({ module, file, table }))
})
const reasonFor = ({ module, file, table }: (typeof writes)[number]): string | undefined =>
  allowed[`${module} ${table}`] ??
  allowed[module] ??
  Object.entries(allowed).find(([key]) => key.endsWith('/') && `${module} ${file}`.startsWith(key))?.[1]

describe('the tables', () => {
  it('are written by their owner only, or for a listed reason', () => {
    // A scanner that finds nothing would prove nothing.
    expect(writes).toContainEqual({ module: 'chat', file: expect.any(String), table: 'drafts' })
    expect(writes).toContainEqual({ module: 'chat', file: 'functions/send_messages.sql', table: 'messages' })
    expect(writes.length).toBeGreaterThan(60)
    const past = writes.filter((write) => owners.get(write.table) !== write.module && reasonFor(write) === undefined)
    expect(past.map(({ module, file, table }) => `${module}/${file} writes ${table} of ${owners.get(table)}`)).toEqual(
      [],
    )
  })

  it('have no unused exception', () => {
    const used = new Set(writes.filter((write) => owners.get(write.table) !== write.module).map(reasonFor))
    expect(Object.values(allowed).filter((reason) => !used.has(reason))).toEqual([])
  })
})
