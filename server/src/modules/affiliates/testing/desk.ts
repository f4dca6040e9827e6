import { randomUUID } from 'node:crypto'
import type { PostbackEvent } from '@incontro/contract/admin'
import { newIdAt } from '#platform/ids.ts'
import type { TestStaff } from '#test/support/console-client.ts'
import type { TestMember, TestServer } from '#test/support/test-server.ts'

export const reason = 'Contract of May'

/** What a person of marketing does with affiliates of a brand, by HTTP. */
export function affiliateDesk(by: TestStaff, brand = 'battito') {
  const at = (rest: string): string => `/admin/api/${brand}/${rest}`
  const add = async (source: string, name = 'Radio Uno'): Promise<{ id: string; key: string }> => {
    const id = randomUUID()
    const { status, body } = await by.call(at('affiliates'), { body: { id, name, source, reason } })
    if (status !== 200) throw new Error(`adding answered ${status}`)
    return { id, key: body.key }
  }
  return {
    at,
    add,
    read: (id: string) => by.call(at(`affiliates/${id}`)),
    renew: (id: string, oldKeyDays: string) => by.call(at(`affiliates/${id}/keys`), { body: { oldKeyDays, reason } }),
    endKey: (id: string, key: string) => by.call(at(`affiliates/${id}/keys/${key}/end`), { body: { reason } }),
    end: (id: string) => by.call(at(`affiliates/${id}/end`), { body: { reason } }),
    /** `before` is what was read: what is stored, if it is left out. */
    async set(id: string, event: PostbackEvent, address: string | null, before?: string | null) {
      const { body: read } = await by.call(at(`affiliates/${id}`))
      const stored = (read.postbacks as { event: string; address: string }[]).find((one) => one.event === event)
      return by.call(at(`affiliates/${id}/postbacks/${event}`), {
        method: 'PUT',
        body: { address, before: before === undefined ? (stored?.address ?? null) : before, reason },
      })
    },
    preview: (id: string, event: PostbackEvent, address: string) =>
      by.call(at(`affiliates/${id}/postbacks/${event}/preview`), { body: { address } }),
    test: (id: string, event: PostbackEvent) =>
      by.call(at(`affiliates/${id}/postbacks/${event}/test`), { method: 'POST' }),
    log: async (query = ''): Promise<LogPage> => (await by.call(at(`postbacks${query}`))).body,
    retry: (delivery: string) => by.call(at(`postbacks/${delivery}/retry`), { body: { reason } }),
  }
}

interface LogPage {
  readonly postbacks: readonly {
    readonly id: string
    readonly at: string
    readonly event: string
    readonly eventId: string
    readonly state: string
    readonly tries: number
  }[]
  readonly more: boolean
}

/** What the recurring job and its calls do, one after the other. */
export function postbackJobs(server: TestServer) {
  const attempt = { attempt: 1, last: false }
  const { handlers } = server.context.jobs
  const { pool } = server.database
  const plan = async (): Promise<void> => void (await handlers['affiliates-plan-postbacks']?.({}, attempt))
  const send = async (): Promise<void> => {
    const { rows } = await pool.query(
      `select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'affiliates.send_postback' order by j.id`,
    )
    for (const { id, payload } of rows) {
      await pool.query('delete from graphile_worker._private_jobs where id = $1', [id])
      await handlers['affiliates.send_postback']?.(payload, attempt)
    }
  }
  return {
    plan,
    send,
    async run(): Promise<void> {
      await plan()
      await send()
    },
  }
}

/** A member who came by a source and allows measuring, or not. */
export async function cameBy(
  server: TestServer,
  source: string,
  { at, allows = true }: { readonly at: Date; readonly allows?: boolean },
): Promise<TestMember> {
  const member = await server.member({ host: 'battito.localhost' })
  const { db } = server.database
  await db
    .updateTable('members')
    .set({ source, campid: 'may', created_at: at })
    .where('id', '=', member.session.angelId)
    .execute()
  await measures(server, member, { at, allows })
  return member
}

/** Allows measuring, or not any more. */
export async function measures(
  server: TestServer,
  member: TestMember,
  { at, allows }: { readonly at: Date; readonly allows: boolean },
): Promise<void> {
  await server.database.db
    .insertInto('consents')
    .values({
      member_id: member.session.angelId,
      id: newIdAt(at),
      kind: 'analytics',
      granted: allows,
      text_version: '1',
      locale: 'it',
      given_at: at,
    })
    .execute()
}
