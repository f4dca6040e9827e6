import type { Locale, StaffRole } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { networksOf } from '#platform/secrets/networks.ts'
import { hashToken, newToken } from '#platform/ids.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Answer, TestServer } from './test-server.ts'

export interface ConsoleCall {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Leaves what is held to be taken back or carried out later. By default it is carried out before the call returns. */
  readonly holds?: boolean
}

export interface TestStaff {
  readonly id: string
  readonly email: string
  readonly token: string
  /** Calls the console's API as a page of the console does. */
  call(path: string, options?: ConsoleCall): Promise<Answer>
}

export interface StaffWish {
  /** As `owner@battito`. */
  readonly roles?: readonly `${StaffRole}@${string}`[]
  /** How far they have signed in: without a second factor, or with one that was shown just now or long ago. */
  readonly state?: 'in' | 'factor' | 'stale'
  readonly name?: string
  readonly locale?: Locale
  readonly at?: Date
}

/** A call of the console by a browser with these cookies. */
export const consoleCall =
  (server: TestServer, cookie: () => string | undefined) =>
  async (path: string, { method, body, headers = {}, holds = false }: ConsoleCall = {}): Promise<Answer> => {
    const sent = cookie()
    const answer = await server.call(path, {
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      host: 'admin.localhost',
      headers: {
        origin: `http://admin.localhost:${new URL(server.url).port}`,
        ...(sent !== undefined && { cookie: sent }),
        ...headers,
      },
    })
    const [, memberId] = /\/members\/([^/]+)\//.exec(path) ?? []
    const undo = (answer.body as { readonly undo?: { readonly what: string } | null } | undefined)?.undo
    if (undo && memberId !== undefined && !holds) await carryOut(server, memberId, undo.what)
    return answer
  }

/**
 * Carries out what was done in a member's file before its time is over, in this process. As in the queue, the job is there
 * until it has ended: a colleague who does the same meanwhile reads that it is under way.
 */
export async function carryOut(
  { database: { pool }, context }: TestServer,
  memberId: string,
  what: string,
): Promise<void> {
  const key = `desk ${memberId} ${what}`
  const { rows } = await pool.query<{ payload: Jobs['desk-carry-out'] }>(
    'select payload from graphile_worker._private_jobs where key = $1',
    [key],
  )
  const [job] = rows
  if (!job) return
  await context.jobs.handlers['desk-carry-out']?.(job.payload, { attempt: 1, last: false })
  await pool.query('select graphile_worker.remove_job($1)', [key])
}

/** Inserts a person of staff with a session. */
export async function staffMember(server: TestServer, wish: StaffWish = {}): Promise<TestStaff> {
  const { roles = ['owner@local'], state = 'in', name = 'Anna Bianchi', locale = 'en', at = new Date() } = wish
  const { db } = server.database
  const id = randomUUID()
  const email = `${id}@console.example.com`
  const token = newToken()
  await db
    .insertInto('staff')
    .values({ id, email, name, locale, password_hash: 'x', state: 'active', created_at: at, left_at: null })
    .execute()
  // None of its codes fits.
  await db.insertInto('staff_totp').values({ staff_id: id, secret: 'x', pending: null, last_step: 0 }).execute()
  for (const one of roles) {
    const [role = '', brand = ''] = one.split('@')
    await db.insertInto('staff_roles').values({ staff_id: id, brand_id: brand, role, given_at: at }).execute()
  }
  await db
    .insertInto('staff_sessions')
    .values({
      token_hash: hashToken(token),
      id: randomUUID(),
      staff_id: id,
      network: networksOf('127.0.0.1')[0]?.key ?? '',
      device: 'test',
      created_at: at,
      expires_at: new Date(at.getTime() + 12 * 3_600_000),
      second_factor_at: state === 'factor' ? null : at,
      proved_at: state === 'factor' ? null : new Date(at.getTime() - (state === 'stale' ? 3_600_000 : 0)),
    })
    .execute()
  return { id, email, token, call: consoleCall(server, () => `__Host-console=${token}`) }
}
