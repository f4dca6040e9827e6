import { randomUUID } from 'node:crypto'
import type { CaseDecision } from '@incontro/contract/admin/cases'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { claimCase, claimNext, type Claimant, decideLater } from '#modules/cases/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { newId } from '#platform/ids.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer, type TestServerOptions } from '#test/support/test-server.ts'
import { carryOut, type CarryOutDeps } from '../decisions/carry-out.ts'

const day = 86_400_000

/**
 * A server for the tests of a file, whose clock they move, and what members and moderators do there. Each test begins
 * an hour after the one before.
 */
export function moderationTests({ brands }: Pick<TestServerOptions, 'brands'> = {}) {
  // Ahead of the workers' time, so that no decision is carried out before a test does it.
  let now = new Date(Date.now() + 40 * day)
  const clock = () => now
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await startTestServer({ clock, ...(brands && { brands }) })
  })
  afterAll(() => testServer.close())
  beforeEach(() => {
    now = new Date(now.getTime() + 3_600_000)
  })

  const idOf = (member: TestMember): string => member.session.angelId
  const deps = (): CarryOutDeps => ({
    db: testServer.database.db,
    flows: checkedInFlows(),
    brands: testServer.context.brands,
    enqueueEmail: emailQueue(clock),
    clock,
    random: () => 1,
  })
  /** Ids of staff by their names, as the audit wants them. */
  const staffIds: Record<string, string> = {}
  const by = (name: string): string => `staff:${(staffIds[name] ??= randomUUID())}`
  const who = (name: string, more: Partial<Claimant> = {}): Claimant => ({
    brandId: 'local',
    by: by(name),
    isOwner: false,
    ownMemberIds: [],
    ownSubjectIds: [],
    ...more,
  })
  const all = { kinds: ['report', 'photo', 'verification', 'review', 'profile', 'appeal', 'sample'] as const }
  const next = (claimant: Claimant, except: readonly string[] = []) =>
    claimNext(testServer.database.db, claimant, { ...all, except, at: now })
  const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
    (await testServer.database.pool.query(query, values)).rows as T[]
  const caseOf = async (subjectId: string): Promise<{ id: string; state: string; verdict: string | null }> => {
    const [row] = await rowsOf<{ id: string; state: string; verdict: string | null }>(
      'select id, state, verdict from cases where subject_id = $1 order by opened_at desc, id desc limit 1',
      subjectId,
    )
    if (!row) throw new Error('there is no case')
    return row
  }

  async function report(from: TestMember, about: TestMember, more: object = {}): Promise<string> {
    const { status } = await testServer.call('/api/report', {
      token: from.token,
      body: { angelId: idOf(about), reason: 'harassment', ...more },
    })
    expect(status).toBe(200)
    const [row] = await rowsOf<{ id: string }>(
      'select id from reports where reporter_id = $1 order by created_at desc, id desc limit 1',
      idOf(from),
    )
    return row!.id
  }

  /** Claims, decides and carries out, as a moderator who does not undo. */
  async function decide(subjectId: string, decision: CaseDecision, moderator = who('anna')): Promise<string> {
    const { db } = testServer.database
    const { id } = await caseOf(subjectId)
    expect((await claimCase(db, moderator, id, now))?.id).toBe(id)
    await db.transaction().execute((tx) => decideLater(tx, moderator, id, decision, now))
    await carryOut(deps(), { brandId: moderator.brandId, caseId: id })
    return id
  }

  const casesOf = async (options: { token?: string; query?: string }) =>
    (await testServer.call(`/api/cases${options.query ?? ''}`, options.token ? { token: options.token } : {})).body as {
      reports: { id: string; state: string; appealUntil: string | null; appeal: unknown }[]
      restrictions: { id: string; kind: string; facts: string; liftedAt: string | null; appeal: unknown }[]
    }
  const mailOf = async (member: TestMember, kind: string) =>
    rowsOf<{ props: Record<string, never> & { link: string } }>(
      'select props from emails where member_id = $1 and kind = $2 order by created_at desc',
      idOf(member),
      kind,
    )
  const write = async (from: TestMember, to: TestMember, msg: string, more: object = {}) => {
    const socket = await from.connect()
    const answer = await socket.send('chat', {
      msg,
      trackerId: from.session.clickid,
      angelId: idOf(to),
      clientMessageId: randomUUID(),
      icebreaker: false,
      blurredMessage: true,
      ...more,
    })
    socket.close()
    return answer
  }
  /** Starts a paid term of 20 days. @returns its end */
  const startTerm = async (member: TestMember): Promise<Date> => {
    const end = new Date(now.getTime() + 20 * day)
    await testServer.database.pool.query(
      `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at, next_try_at)
       values ($1, 'local', $2, 'p', '{}', '0000', 'v', 'active', true, $3, $3, $4, $3, $4)`,
      [newId(), idOf(member), now, end],
    )
    await testServer.database.db
      .updateTable('members')
      .set({ level: 2, level_until: end })
      .where('id', '=', idOf(member))
      .execute()
    return end
  }
  /** As thirty days after they asked for deletion. */
  const beginErasing = async (member: TestMember): Promise<void> => {
    const { pool } = testServer.database
    await pool.query(`update members set state = 'deleting', deletion_due_at = $2 where id = $1`, [idOf(member), now])
    await pool.query(
      `insert into erasures (member_id, author_id, payer_id, step, started_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'media', $2)`,
      [idOf(member), now],
    )
  }
  const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
  const harassed = (verdict: CaseDecision['verdict'], more: Partial<CaseDecision> = {}): CaseDecision => ({
    verdict,
    clause: 'harassment',
    ...more,
  })

  return {
    get server() {
      return testServer
    },
    get now() {
      return now
    },
    clock,
    /** Lets time go by, in milliseconds. */
    pass(ms: number): void {
      now = new Date(now.getTime() + ms)
    },
    idOf,
    deps,
    by,
    who,
    next,
    rowsOf,
    caseOf,
    report,
    decide,
    casesOf,
    mailOf,
    write,
    pair,
    harassed,
    startTerm,
    beginErasing,
  }
}
