import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { genderWords } from '@incontro/contract'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import type { Storage } from '#platform/storage.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { caseKinds } from '#modules/cases/index.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { createGeo } from '#modules/geo/index.ts'
import { assertNoSamples, createDemo, type Demo } from './index.ts'

const brandsDir = resolve(import.meta.dirname, '../../../../brands')
let database: TestDatabase
let handle: DatabaseHandle
let folder: string
let storage: Storage
let demo: Demo
let now = new Date()
let hashes = 0

const count = async (query: string): Promise<number> =>
  Number((await handle.pool.query<{ n: number }>(`select count(*) as n ${query}`)).rows[0]?.n)

beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 6 })
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  storage = createLocalStorage(folder)
  const brands = loadBrands(brandsDir)
  const geo = createGeo(handle)
  await geo.load()
  await expect(assertNoSamples(handle.db)).resolves.toBeUndefined()
  const nothing = async () => undefined
  demo = createDemo({
    ...handle,
    storage,
    brands,
    everyBrand: brands,
    flows: loadFlows(brandsDir, brands),
    geo,
    log: createLog('silent'),
    clock: () => now,
    hashPassword: (password) => {
      hashes += 1
      return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    },
    actions: { sendMessage: nothing, like: nothing, visit: nothing, typing: nothing, markRead: nothing },
  })
  const before = performance.now()
  await demo.load()
  console.log(`demo loaded in ${Math.round(performance.now() - before)} ms`)
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('orders', () => {
  test('are those of samples whose terms have ended, each paid one with its invoice, numbered without a gap', async () => {
    const paid = `payment_attempts a where a.state in ('captured', 'refunded')`
    expect(await count('from payment_attempts')).toBe(144)
    expect(await count('from payment_attempts a join members m on m.id = a.member_id where not m.sample')).toBe(0)
    expect(await count(`from payment_attempts where state = 'declined'`)).toBeGreaterThan(10)
    expect(await count(`from ${paid} and a.state = 'captured' and (a.term_end is null or a.term_end > now())`)).toBe(0)
    expect(
      await count(`from ${paid} and not exists
        (select from invoices i where i.attempt_id = a.id and i.kind = 'invoice' and i.total_minor = a.amount_minor)`),
    ).toBe(0)
    expect(await count(`from invoices where kind = 'credit_note'`)).toBe(
      await count(`from payment_attempts where state = 'refunded'`),
    )
    const { rows } = await handle.pool.query(
      `select company, kind, year, max(number) - count(*) as gap from invoices group by 1, 2, 3`,
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.every(({ gap }) => Number(gap) === 0)).toBe(true)
    expect(await count(`from payment_attempts where flagged is not null`)).toBeGreaterThan(0)
  })
})

describe('members', () => {
  test('are two thousand in the pools of three brands, and sixty in each other, slightly more women', async () => {
    expect(await count('from members')).toBe(2300)
    const { rows } = await handle.pool.query<{ brand_id: string; country: string; n: number }>(
      'select brand_id, country, count(*) as n from members group by 1, 2 order by 1, 2',
    )
    expect(rows.map((row) => `${row.brand_id} ${row.country} ${row.n}`)).toEqual([
      'amarelle FR 60',
      'battito IT 400',
      'brisa ES 60',
      'cercame ES 400',
      'dolceluna IT 60',
      'heartline GB 60',
      'local ES 150',
      'local FR 130',
      'local GB 120',
      'local IT 800',
      'vicino IT 60',
    ])
    const women = await count(`from members where gender = 'woman'`)
    expect(women).toBeGreaterThan(1150)
    expect(women).toBeLessThan(1380)
  })

  test('in one region have different names, since a page of the list shows one region', async () => {
    const { rows } = await handle.pool.query(
      `select brand_id, region_id, gender, screen_name, count(*) as n
       from members group by 1, 2, 3, 4 having count(*) > 1`,
    )
    expect(rows).toEqual([])
  })

  test('in one pool differ in name or age', async () => {
    const { rows } = await handle.pool.query(
      `select pool_id, screen_name, age_stated + extract(year from age($1::date, age_stated_on)) as age, count(*)
       from members group by 1, 2, 3 having count(*) > 1`,
      [new Date(now.getTime() + 300 * 86_400_000)],
    )
    expect(rows).toEqual([])
  })

  test('are all marked as samples, which a constraint requires', async () => {
    expect(await count('from members where sample is null')).toBe(0)
    expect(await count(`from members where email not like 'sample-%@sample.invalid'`)).toBe(6)
    const bare = await createTestDatabase({ bystanders: false })
    const other = openDatabase(bare.url, { size: 1 })
    const at = new Date()
    const row = {
      id: newId(),
      brand_id: 'local',
      pool_id: 'local',
      clickid: 'x',
      email: 'x@sample.invalid',
      screen_name: 'X',
      gender: 'man',
      seeks: 'woman',
      age_stated: 30,
      age_stated_on: at,
      country: 'IT',
      locale: 'it',
      flow_id: '7',
      flow_version: '1',
      last_active_at: at,
      created_at: at,
    }
    await expect(
      other.db
        .insertInto('members')
        .values({ ...row, sample: true })
        .execute(),
    ).rejects.toThrow('members_sample_fkey')
    await expect(other.db.insertInto('members').values(row).execute()).resolves.toBeDefined()
    await other.close()
    await bare.drop()
  })

  test('live in every region of the countries, more in the large ones', async () => {
    const { rows } = await handle.pool.query<{ country: string; name: string; n: number }>(
      `select r.country, r.name, count(m.id) as n from geo_regions r left join members m on m.region_id = r.id and m.brand_id in ('local', 'cercame') where r.country in ('IT', 'ES', 'FR', 'GB') group by 1, 2`,
    )
    const of = (name: string): number => rows.find((row) => row.name === name)?.n ?? 0
    expect(rows.filter((row) => row.n < 2).map((row) => row.name)).toEqual([])
    expect(Math.min(of('Lazio'), of('Lombardia'), of('Comunidad de Madrid'), of('Cataluña'))).toBeGreaterThan(60)
  })

  test('have plausible ages, texts and languages', async () => {
    const ages = (
      await handle.pool.query<{ least: number; most: number }>(
        'select min(age_stated) as least, max(age_stated) as most from members',
      )
    ).rows[0]
    expect(ages?.least).toBeGreaterThanOrEqual(19)
    expect(ages?.most).toBeLessThanOrEqual(70)
    expect(
      await count(
        `from members where length(about) < 20 or length(looking_for) < 20 or about ~ '[{}|]' or looking_for ~ '[{}|]'`,
      ),
    ).toBe(0)
    expect(
      await count(`from (select about, looking_for from members group by 1, 2 having count(*) > 1) x`),
    ).toBeLessThan(5)
    expect(
      await count(
        `from members where locale <> case country when 'IT' then 'it' when 'ES' then 'es' when 'FR' then 'fr' else 'en' end`,
      ),
    ).toBe(0)
  })

  test('are not all a woman or a man who seeks one of them', async () => {
    const { rows } = await handle.pool.query<{ word: string | null; n: number }>(
      `select gender_word as word, count(*)::int as n from members group by 1 order by 1`,
    )
    expect(rows.map(({ word }) => word)).toEqual([...genderWords.toSorted(), null])
    const each = { words: [1, 6], listed: [1, 5], seeks: [2, 8] } as const
    const found = {
      words: await count('from members where gender_word is not null'),
      listed: await count('from members where listed_in_both'),
      seeks: await count('from members where seeks_both'),
    }
    for (const [what, [least, most]] of Object.entries(each)) {
      const percent = (100 * (found[what as keyof typeof found] ?? 0)) / 2300
      expect([what, percent >= least && percent <= most]).toEqual([what, true])
    }
  })

  test('can be found: every member, some new, some online', async () => {
    expect(await count('from (select distinct member_id from discovery_entries) x')).toBe(2300)
    expect(await count('from discovery_entries where is_new')).toBeGreaterThan(110)
    expect(await count('from discovery_entries where is_new')).toBeLessThan(220)
    const present = await handle.db
      .selectFrom('discovery_entries')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('active_at', '>', new Date(now.getTime() - 150_000))
      .executeTakeFirstOrThrow()
    expect(present.n).toBeGreaterThan(80)
    expect(present.n).toBeLessThan(180)
    expect(await count(`from member_emails e join member_clickids c using (brand_id, member_id)`)).toBe(2300)
  })
})

describe('logins', () => {
  test('are a man and a woman for each brand with samples, who can sign in', async () => {
    expect(demo.logins('local')).toEqual([
      { email: 'marco@demo.incontro.example', password: 'incontro-demo' },
      { email: 'giulia@demo.incontro.example', password: 'incontro-demo' },
    ])
    expect(demo.logins('battito')).toHaveLength(2)
    expect(demo.logins('cercame').map((login) => login.email)).toEqual([
      expect.stringMatching(/^pablo@/),
      expect.stringMatching(/^lucia@/),
    ])
    expect(demo.logins('vicino')).toEqual([])
    for (const brand of ['local', 'battito', 'cercame']) {
      for (const { email, password } of demo.logins(brand)) {
        const member = await handle.db
          .selectFrom('members')
          .selectAll()
          .where('brand_id', '=', brand)
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
        expect(member).toMatchObject({ sample: true, level: 0, state: 'active' })
        expect(await verify(member.password_hash ?? '', password)).toBe(true)
      }
    }
    expect(hashes).toBe(1)
    expect(await count('from members where password_hash is not null')).toBe(6)
  })

  test('have conversations, unread messages, likes, visits and some credits', async () => {
    const { rows } = await handle.pool.query<Record<string, number>>(`
      select w.messages, w.icebreakers, w.likes,
        (select count(*) from inbox i where i.member_id = m.id) as conversations,
        (select sum(unread) from inbox i where i.member_id = m.id) as unread,
        (select count(*) from notifications n where n.member_id = m.id and kind = 'like' and read_at is null) as new_likes,
        (select count(*) from notifications n where n.member_id = m.id and kind = 'visit' and read_at is null) as new_visits
      from members m join wallets w on w.member_id = m.id where m.password_hash is not null`)
    for (const row of rows) {
      expect(row).toMatchObject({ conversations: 6, new_likes: 4, new_visits: 5 })
      expect(row['unread']).toBeGreaterThanOrEqual(4)
      expect(Math.min(row['messages'] ?? 0, row['icebreakers'] ?? 0, row['likes'] ?? 0)).toBeGreaterThan(0)
      expect(row['messages']).toBeLessThan(20)
    }
  })

  test('have consistent conversations', async () => {
    expect(
      await count(`from conversations c where (select count(*) from inbox i where i.conversation_id = c.id and i.last_seq = (
        select count(*) from messages m where m.conversation_id = c.id)) <> 2`),
    ).toBe(0)
    expect(
      await count(
        `from inbox i where i.unread <> (select count(*) from messages m where m.conversation_id = i.conversation_id and m.seq > i.read_seq)`,
      ),
    ).toBe(0)
    expect(
      await count(
        `from inbox i join inbox o on o.member_id = i.other_id and o.conversation_id = i.conversation_id where i.read_seq <> o.other_read_seq`,
      ),
    ).toBe(0)
    expect(
      await count(
        `from messages m where m.cost > 0 and not exists (select from ledger_transfers t where t.member_id = m.sender_id and (t.id = m.id or t.idempotency_key = 'message:' || m.id))`,
      ),
    ).toBe(0)
    expect(
      await count(
        `from messages m join inbox i on i.conversation_id = m.conversation_id join members r on r.id = i.member_id where r.password_hash is not null and m.sender_id <> r.id and m.sender_level = 0 and i.unread > 0`,
      ),
    ).toBeGreaterThan(0)
  })
})

test('pass the ledger check', async () => {
  const report = await checkLedger(handle.db)
  expect(report.wallets).toBe(2300)
  expect(report.differences).toEqual([])
})

test('react to members who look for each other', async () => {
  expect(await count('from visits')).toBeGreaterThan(4000)
  expect(await count('from reactions')).toBeGreaterThan(1000)
  for (const table of ['visits', 'reactions', 'notifications']) {
    const [one, other] = table === 'notifications' ? ['actor_id', 'member_id'] : ['member_id', 'other_id']
    expect(
      await count(`from ${table} x join members a on a.id = x.${one} join members b on b.id = x.${other}
      where a.pool_id <> b.pool_id or a.seeks <> b.gender or b.seeks <> a.gender or a.id = b.id`),
      table,
    ).toBe(0)
  }
})

describe('portraits', () => {
  test('are different, marked, and valid drawings', async () => {
    const photos = await handle.db
      .selectFrom('member_photos')
      .select('storage_key')
      .where('is_default', '=', true)
      .orderBy('id')
      .execute()
    expect(photos).toHaveLength(2300)
    const pictures = await Promise.all(
      photos.slice(0, 60).map(async ({ storage_key: key }) => String(await storage.get(key))),
    )
    expect(new Set(pictures).size).toBe(60)
    for (const svg of pictures) {
      expect(svg).toMatch(/^<svg [^>]*data-sample="true"><title>Sample portrait/)
      expect(svg).not.toMatch(/<script|<text|<metadata|href=/)
    }
    const shown = await Promise.all(pictures.map((svg) => sharp(Buffer.from(svg)).resize(48, 64).raw().toBuffer()))
    expect(new Set(shown.map((pixels) => pixels.toString('base64'))).size).toBe(60)
    expect(await sharp(Buffer.from(pictures[0] ?? '')).metadata()).toMatchObject({ width: 900, height: 1200 })
  })
})

test('reviews: two dozen per brand, marked, with low ratings too, without a name', async () => {
  for (const brand of ['local', 'battito', 'cercame']) {
    const rows = await handle.db
      .selectFrom('reviews')
      .selectAll()
      .where('brand_id', '=', brand)
      .where('member_id', 'is', null)
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(24)
    expect(
      rows.every(
        (row) => row.sample === true && row.state === 'published' && row.locale === (brand === 'cercame' ? 'es' : 'it'),
      ),
    ).toBe(true)
    expect(new Set(rows.map((row) => row.stars)).size).toBe(5)
    expect(rows.some((row) => row.body.includes('{{title}}'))).toBe(true)
  }
})

test('the queue: cases of every kind about samples, with their pictures', async () => {
  for (const brand of ['local', 'battito', 'cercame']) {
    const cases = await handle.db
      .selectFrom('cases as c')
      .leftJoin('members as m', 'm.id', 'c.member_id')
      .select(['c.kind', 'c.state', 'm.sample'])
      .where('c.brand_id', '=', brand)
      .execute()
    expect([...new Set(cases.map(({ kind }) => kind))].toSorted()).toEqual(
      caseKinds.filter((kind) => kind !== 'sample').toSorted(),
    )
    expect(cases.every(({ state, sample }) => state === 'open' && sample === true)).toBe(true)
    const reports = await handle.db.selectFrom('reports').selectAll().where('brand_id', '=', brand).execute()
    expect(new Set(reports.map(({ channel }) => channel))).toEqual(new Set(['member', 'public']))
    expect(reports.some((report) => report.message_ids.length > 0)).toBe(true)
  }
  const { rows: waiting } = await handle.pool.query<{ key: string }>(
    `select storage_key as key from member_photos where state = 'pending'
     union all select storage_key from photo_verifications where state = 'sent'`,
  )
  expect(waiting).toHaveLength(18)
  for (const { key } of waiting) expect(String(await storage.get(key))).toMatch(/^<svg [^>]*data-sample="true">/)
})

describe('later', () => {
  test('a second load changes nothing', async () => {
    const before = performance.now()
    await demo.load()
    console.log(`second load in ${Math.round(performance.now() - before)} ms`)
    expect(await count('from members')).toBe(2300)
    expect(hashes).toBe(1)
  })

  test('lost pictures are drawn again, identically', async () => {
    const { storage_key: key } = await handle.db
      .selectFrom('member_photos')
      .select('storage_key')
      .limit(1)
      .executeTakeFirstOrThrow()
    const before = await storage.get(key)
    await rm(join(folder, 'samples'), { recursive: true })
    await demo.load()
    expect(before?.equals((await storage.get(key)) ?? Buffer.alloc(0))).toBe(true)
  })

  test('the presence job keeps some members online, different ones over time, never a login', async () => {
    const online = async (): Promise<Set<string>> => {
      const rows = await handle.db
        .selectFrom('member_presence')
        .select('member_id')
        .where('seen_at', '=', now)
        .execute()
      return new Set(rows.map((row) => row.member_id))
    }
    const shared = (one: Set<string>, other: Set<string>): number => [...one].filter((id) => other.has(id)).length
    const handler = demo.jobs['demo-presence']?.run
    now = new Date(now.getTime() + 60_000)
    await handler?.({}, { attempt: 1, last: false })
    const first = await online()
    now = new Date(now.getTime() + 60_000)
    await handler?.({}, { attempt: 1, last: false })
    const second = await online()
    now = new Date(now.getTime() + 30 * 60_000)
    await handler?.({}, { attempt: 1, last: false })
    const third = await online()
    for (const set of [first, second, third]) expect(set.size).toBeGreaterThan(80)
    for (const set of [first, second, third]) expect(set.size).toBeLessThan(180)
    expect(shared(second, first)).toBeGreaterThan(first.size * 0.8)
    expect(shared(third, first)).toBeLessThan(first.size * 0.4)
    expect(
      await count(
        `from members m join discovery_entries d on d.member_id = m.id where m.password_hash is not null and d.active_at > m.created_at + interval '39.9 days'`,
      ),
    ).toBe(0)
  })

  test('after a month without the program, all last activity is moved up', async () => {
    const oldest = async () =>
      (await sql<{ at: Date }>`select min(active_at) as at from discovery_entries`.execute(handle.db)).rows[0]?.at ??
      new Date(0)
    now = new Date(now.getTime() + 40 * 86_400_000)
    await demo.load()
    expect(now.getTime() - (await oldest()).getTime()).toBeLessThan(31 * 86_400_000)
  })

  test('production refuses the database', async () => {
    await expect(assertNoSamples(handle.db)).rejects.toThrow(/^DATABASE_URL: .*made-up members/)
  })
})
