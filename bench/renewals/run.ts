import { sql } from 'kysely'
import { checkLedger } from '#server/modules/credits/index.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { fillCountry } from '../parts/area.ts'
import { openCardProcessor } from '../parts/card-processor.ts'
import { forkProgram } from '../parts/fork.ts'
import { openMailSink } from '../parts/mail-sink.ts'
import { writeDueTerms } from '../parts/purchases.ts'

export interface RenewalsResult {
  readonly seconds: number
  /** How late the event loop was during the run, in milliseconds. */
  readonly delay: { readonly p99: number; readonly max: number }
  /** Resident memory after a tenth of the run and at its end, in MiB. */
  readonly memory: readonly [number, number]
  readonly killed: { readonly times: number; readonly seconds: number }
  /** Renewals that were not charged and granted exactly once; empty if all were. */
  readonly wrong: readonly string[]
}

interface Size {
  /** Renewals of the measured run. */
  readonly terms: number
  /** Renewals of the run that is killed. */
  readonly killedTerms: number
  readonly kills: number
  /** How long the provider takes to answer, in milliseconds. */
  readonly answerMs: number
  readonly timeoutMs: number
}

/** Renews all of some plans in one run, then those of other members in a run that is killed again and again. */
export async function measureRenewals(url: string, size: Size): Promise<RenewalsResult> {
  await migrate(url)
  const database = openDatabase(url, { size: 4, statementMs: 60_000 })
  const { db, pool } = database
  await createGeo(database).load()
  const memberIds = await addMembers(db, size.terms + size.killedTerms)
  const [processor, mail] = await Promise.all([openCardProcessor(size.answerMs), openMailSink()])
  const start = () => forkProgram('./serve.ts', { ...processor.env, DATABASE_URL: url, SMTP_URL: mail.url, JOBS: '1' })
  const granted = async (): Promise<number> => {
    const { n } = await db
      .selectFrom('payment_attempts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('renewal_of', 'is not', null)
      .where('granted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return n
  }
  async function reached(count: number): Promise<void> {
    for (const from = performance.now(); (await granted()) < count;) {
      if (performance.now() - from > size.timeoutMs)
        throw new Error(`${await granted()} of ${count} renewals were granted in ${size.timeoutMs} ms`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  await writeDueTerms(pool, memberIds.slice(0, size.terms))
  let server = await start()
  const memory = async (): Promise<number> => (await server.ask<{ rss: number }>('memory')).rss / 2 ** 20
  await server.ask('delay')
  const from = performance.now()
  await addJob(db, 'subscription-renew', {})
  await reached(size.terms / 10)
  const early = await memory()
  await reached(size.terms)
  const seconds = (performance.now() - from) / 1000
  const delay = await server.ask<{ p99: number; max: number }>('delay')
  const late = await memory()

  await writeDueTerms(pool, memberIds.slice(size.terms))
  const killedFrom = performance.now()
  await addJob(db, 'subscription-renew', {})
  for (let kill = 1; kill <= size.kills; kill += 1) {
    await reached(size.terms + Math.floor((size.killedTerms * kill) / (size.kills + 1)))
    await server.stop()
    server = await start()
    await addJob(db, 'subscription-renew', {})
  }
  await reached(size.terms + size.killedTerms)
  const killed = { times: size.kills, seconds: (performance.now() - killedFrom) / 1000 }
  await server.stop()
  const wrong = await findWrong(db, processor.charges)
  await processor.close()
  mail.close()
  await database.close()
  return { seconds, delay, memory: [early, late], killed, wrong }
}

async function addMembers(db: Database, count: number): Promise<readonly { readonly id: string }[]> {
  await fillCountry(db, count)
  await sql`insert into wallets (member_id, brand_id) select id, brand_id from members`.execute(db)
  return db.selectFrom('members').select('id').orderBy('id').execute()
}

/** Compares what the provider took with what was granted, each renewal and in sum. */
async function findWrong(db: Database, charges: ReadonlyMap<string, number>): Promise<string[]> {
  const attempts = await db
    .selectFrom('payment_attempts')
    .select(['id', 'renewal_of', 'state', 'granted_at', 'flagged'])
    .where('renewal_of', 'is not', null)
    .execute()
  const wrong: string[] = []
  for (const { id, state, granted_at: grantedAt, flagged } of attempts)
    if (charges.get(id) !== 1 || grantedAt === null || flagged !== null)
      wrong.push(`${id} is ${state}${flagged === null ? '' : ` (${flagged})`}, charged ${charges.get(id) ?? 0} times`)
  for (const [term, own] of Map.groupBy(attempts, (attempt) => attempt.renewal_of))
    if (own.length > 1) wrong.push(`${term} was renewed ${own.length} times`)
  if (charges.size !== attempts.length) wrong.push(`${charges.size} charges for ${attempts.length} renewals`)
  const invoices = await db.selectFrom('invoices').select('number').orderBy('number').execute()
  if (invoices.some(({ number }, n) => number !== n + 1) || invoices.length !== attempts.length)
    wrong.push(`${invoices.length} invoices for ${attempts.length} renewals, or a gap in their numbers`)
  const ledger = await checkLedger(db)
  for (const { memberId } of ledger.differences) wrong.push(`the ledger of ${memberId} differs from the balance`)
  return wrong
}
