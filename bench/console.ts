// Each list and search of the console in process with 1,000,000 members of one brand (`--members=N`): p95 of the whole
// request, and its p50 relative to reading the same rows by a bare index.
import { createGeo } from '#server/modules/geo/index.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { networksOf } from '#server/platform/secrets/networks.ts'
import { orderNumberOf } from '@incontro/contract'
import { fillConsole, idOf } from './parts/console-rows.ts'
import { openBenchContext } from './parts/context.ts'
import { median, quantile, report } from './parts/measure.ts'

const given = process.argv.find((argument) => argument.startsWith('--members='))
const members = given === undefined ? 1_000_000 : Number(given.slice('--members='.length))
if (!Number.isInteger(members) || members < 10_000) throw new Error('--members takes a number of at least 10000')
const [requests, mostMs] = [100, 150]
const host = 'admin.localhost'
const reason = 'Ticket 4711'

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url, { statementMs: 600_000 })
const { db, pool } = database
await createGeo(database).load()
const [staffId, token] = [newId(), newToken()]
await fillConsole(url, members, staffId)
await signIn()
const context = await openBenchContext(url, { consoleHost: host })

interface Ask {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}
interface Probe {
  readonly ask: (n: number) => Ask
  /** The least that has to be read for it. */
  readonly bare: string
  readonly values?: (n: number) => readonly unknown[]
  /** Whether an answer has what was asked for. */
  readonly fits?: (reply: never) => boolean
  readonly after?: (reply: never) => Promise<unknown>
}

/** Numbers of members, spread over all. */
const some = (n: number): number => 1 + ((n * 104_729) % members)
const known = async <T>(expression: (n: string) => string, table = ''): Promise<T[]> => {
  const { rows } = await pool.query<{ value: T }>(
    `select ${expression('n')} as value from unnest($1::int[]) with ordinality as s (n, place) ${table} order by place`,
    [Array.from({ length: requests }, (_, n) => some(n))],
  )
  return rows.map(({ value }) => value)
}
const ofMember = `join members m on m.id = ${idOf('member', 'n')}`
const ids = await known<string>((n) => idOf('member', n))
const mails = await known<string>(() => 'm.email', ofMember)
const names = await known<string>(() => 'm.screen_name', ofMember)
const orders = await known<string>((n) => idOf('order', `(1 + ${n} % ${Math.floor(members * 0.4)})`))
const browsers = await known<string>((n) => `md5(${n}::text)`)
const networks = await known<string>(
  () => 'host(d.network)',
  `join member_devices d on d.member_id = ${idOf('member', 'n')}`,
)
const tickets = await known<string>((n) => idOf('ticket', `(1 + ${n} % ${Math.floor(members * 0.3)})`))
const at = (all: readonly string[], n: number): string => all[n % all.length] ?? ''

const search =
  (query: (n: number) => string): Probe['ask'] =>
  (n) => ({
    path: 'members/search',
    body: { query: query(n), reason },
  })
const found = ({ members: some }: { members: unknown[] }): boolean => some.length > 0
const get =
  (path: string): Probe['ask'] =>
  () => ({ method: 'GET', path })
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const memberBy = (from: string): string => `select id, screen_name, email from members where id = (${from})`
const page = (rows: string): string => `${rows} limit 51`
const open = (at: string): string =>
  page(`select * from tickets where brand_id = 'local' and state = 'open' ${at} order by waiting_since, id`)

const probes: Readonly<Record<string, Probe>> = {
  'by mail': {
    ask: search((n) => at(mails, n)),
    bare: memberBy("select member_id from member_emails where brand_id = 'local' and email = $1"),
    values: (n) => [at(mails, n)],
    fits: found,
  },
  'by name': {
    ask: search((n) => at(names, n).slice(0, 3 + (n % 5))),
    bare: page(
      "select id, screen_name from members where brand_id = 'local' and lower(regexp_replace(normalize(screen_name, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate \"C\" >= $1 and screen_name is not null order by brand_id, lower(regexp_replace(normalize(screen_name, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate \"C\"",
    ),
    values: (n) => [
      at(names, n)
        .slice(0, 3 + (n % 5))
        .toLowerCase(),
    ],
    fits: found,
  },
  'by id': { ask: search((n) => at(ids, n)), bare: memberBy('$1::uuid'), values: (n) => [at(ids, n)], fits: found },
  'by phone': {
    ask: search((n) => `0039 ${3_200_000_000 + 1 + (n % (members / 4))}`),
    bare: memberBy('select member_id from phone_numbers where number = $1'),
    values: (n) => [`+39${3_200_000_000 + 1 + (n % (members / 4))}`],
    fits: found,
  },
  'by order number': {
    ask: search((n) => orderNumberOf(at(orders, n))),
    bare: memberBy('select member_id from payment_attempts where id = $1'),
    values: (n) => [at(orders, n)],
    fits: found,
  },
  'by browser': {
    ask: search((n) => at(browsers, n)),
    bare: memberBy("select member_id from member_devices where browser_hash = decode($1, 'hex')"),
    values: (n) => [at(browsers, n)],
    fits: found,
  },
  'by network': {
    ask: search((n) => (n % 4 === 0 ? `10.0.${n % 4}.7` : n % 4 === 1 ? '10.20.0.0/16' : at(networks, n))),
    bare: "select member_id from member_devices where brand_id = 'local' and network = network(set_masklen($1::inet, 24)) order by last_seen_at desc limit 51",
    values: (n) => [at(networks, n)],
    fits: found,
  },
  file: {
    ask: (n) => ({ path: `members/${at(ids, n)}/open`, body: { reason } }),
    bare: memberBy('$1::uuid'),
    values: (n) => [at(ids, n)],
  },
  links: {
    ask: (n) => ({ path: `members/${at(ids, n)}/links`, body: { reason } }),
    bare: memberBy('$1::uuid'),
    values: (n) => [at(ids, n)],
  },
  'queue, next': {
    ask: () => ({ path: 'cases/next', body: {} }),
    bare: "select * from cases where brand_id = 'local' and state = 'open' order by risk desc, opened_at, id limit 1",
    fits: ({ case: one }: { case: unknown }) => one !== null,
    after: ({ case: one }: { case: { id: string } }) => call({ path: `cases/${one.id}/release`, body: {} }),
  },
  'queue, figures': {
    ask: get('cases/figures'),
    bare: "select count(*) from (select from cases where brand_id = 'local' and state = 'open' limit 1000) waiting",
  },
  audit: { ask: get('audit'), bare: page("select * from audit_entries where brand_id = 'local' order by seq desc") },
  'audit, deep': {
    ask: (n) => ({ method: 'GET', path: `audit?before=${some(n) + 60}` }),
    bare: page("select * from audit_entries where brand_id = 'local' and seq < $1 order by seq desc"),
    values: (n) => [some(n) + 60],
  },
  'audit of a person': {
    ask: get(`audit?staff=${staffId}`),
    bare: page("select * from audit_entries where brand_id = 'local' order by seq desc"),
  },
  'audit of a member': {
    ask: (n) => ({ method: 'GET', path: `audit?member=${at(ids, n)}` }),
    bare: 'select * from audit_keys where member_id = $1',
    values: (n) => [at(ids, n)],
  },
  inbox: { ask: get('tickets'), bare: open('') },
  'inbox, deep': {
    ask: get(`tickets?afterAt=${new Date(Date.now() - members * 0.1 * 90_000).toISOString()}&afterId=${newId()}`),
    bare: open(`and waiting_since > now() - interval '${members * 0.1 * 90} seconds'`),
  },
  'inbox, mine': { ask: get('tickets?view=mine'), bare: open('') },
  'inbox, waiting': { ask: get('tickets?view=waiting'), bare: open('') },
  'inbox, closed': { ask: get('tickets?view=closed'), bare: open('') },
  'inbox, figures': {
    ask: get('tickets/figures'),
    bare: "select count(*) from (select from tickets where brand_id = 'local' and state = 'open' limit 1000) waiting",
  },
  request: {
    ask: (n) => ({ path: `tickets/${at(tickets, n)}/open`, body: { reason } }),
    bare: "select * from tickets where brand_id = 'local' and id = $1",
    values: (n) => [at(tickets, n)],
  },
  orders: {
    ask: get('orders'),
    bare: page("select * from payment_attempts where brand_id = 'local' order by created_at desc"),
  },
  'orders, a rare state of a year': {
    ask: get(`orders?from=${day(365)}&to=${day(0)}&state=lost`),
    bare: page("select * from payment_attempts where brand_id = 'local' order by created_at desc"),
  },
  'orders, a rare method of a year': {
    ask: get(`orders?from=${day(365)}&to=${day(0)}&provider=paypal`),
    bare: page("select * from payment_attempts where brand_id = 'local' order by created_at desc"),
  },
  'orders, a rare country of a year': {
    ask: get(`orders?from=${day(365)}&to=${day(0)}&country=IE`),
    bare: page("select * from payment_attempts where brand_id = 'local' order by created_at desc"),
  },
  'orders, by number': {
    ask: (n) => ({ method: 'GET', path: `orders?search=${orderNumberOf(at(orders, n))}` }),
    bare: 'select * from payment_attempts where id = $1',
    values: (n) => [at(orders, n)],
  },
  'orders, by reference': {
    ask: (n) => ({ method: 'GET', path: `orders?search=ref${1 + (n % Math.floor(members * 0.4))}` }),
    bare: "select * from payment_attempts where connection = 'adyen' and provider_ref = $1",
    values: (n) => [`ref${1 + (n % Math.floor(members * 0.4))}`],
  },
  order: {
    ask: (n) => ({ path: `orders/${at(orders, n)}/open`, body: { reason } }),
    bare: 'select * from payment_attempts where id = $1',
    values: (n) => [at(orders, n)],
  },
  'orders that wait': {
    ask: get('money/waiting'),
    bare: "select * from payment_attempts where brand_id = 'local' and flagged is not null order by flagged_at limit 200",
  },
}

/** `--only=orders,inbox`: those that begin so. */
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const figures: Record<string, { readonly p95: number; readonly p50: number; readonly ratio: number }> = {}
for (const [name, probe] of Object.entries(probes)) {
  if (only && !only.some((one) => name.startsWith(one))) continue
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let n = 0; n < requests; n += 1) {
    const asked = performance.now()
    const reply = await call(probe.ask(n))
    ours.push(performance.now() - asked)
    if (probe.fits && !probe.fits(reply as never)) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    await probe.after?.(reply as never)
    const read = performance.now()
    await pool.query({ name, text: probe.bare, values: [...(probe.values?.(n) ?? [])] })
    theirs.push(performance.now() - read)
  }
  const p95 = quantile(ours, 0.95)
  figures[name] = { p95: round(p95), p50: round(median(ours)), ratio: round(median(ours) / median(theirs)) }
  console.error(`${name}: ${JSON.stringify(figures[name])}`)
}
await context.close()
await database.close()
const worst = Object.entries(figures).toSorted(([, one], [, other]) => other.p95 - one.p95)
report('console', 'ms', `p95 <= ${mostMs}`, {
  worst: worst[0],
  over: worst.filter(([, { p95 }]) => p95 > mostMs).map(([name]) => name),
  members,
  figures,
})
process.exit((worst[0]?.[1].p95 ?? Infinity) <= mostMs ? 0 : 1)

async function call({ method = 'POST', path, body }: Ask): Promise<unknown> {
  const answer = await context.app.inject({
    method,
    url: `/admin/api/local/${path}`,
    headers: { host, origin: `http://${host}`, cookie: `__Host-console=${token}` },
    ...(body && { payload: body }),
  })
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return answer.json()
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}

async function signIn(): Promise<void> {
  const now = new Date()
  await db
    .insertInto('staff')
    .values({
      id: staffId,
      email: 'ada@bench.example',
      name: 'Ada',
      locale: 'en',
      password_hash: 'x',
      state: 'active',
      created_at: now,
      left_at: null,
    })
    .execute()
  await db.insertInto('staff_totp').values({ staff_id: staffId, secret: 'x', pending: null, last_step: 0 }).execute()
  await db
    .insertInto('staff_roles')
    .values({ staff_id: staffId, brand_id: 'local', role: 'owner', given_at: now })
    .execute()
  await db
    .insertInto('staff_sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      staff_id: staffId,
      network: networksOf('127.0.0.1')[0]?.key ?? '',
      device: 'bench',
      created_at: now,
      expires_at: new Date(now.getTime() + 12 * 3_600_000),
      second_factor_at: now,
      proved_at: now,
    })
    .execute()
}
