import { randomUUID } from 'node:crypto'
import { workOff } from '#test/support/work-off.ts'
import type { TestMember, TestServer } from '#test/support/test-server.ts'

export const idOf = (member: TestMember): string => member.session.angelId

/** What tests of notices do with members: devices, choices, causes, and what has arrived. */
export function notified(testServer: TestServer, now: () => number) {
  const query = async <T extends object>(text: string, values: unknown[] = []) =>
    (await testServer.database.pool.query<T>(text, values)).rows
  const phones = `${testServer.sandbox.origin}/push/phones`
  return {
    query,
    /** Connects a phone. @returns its id */
    async phone({ token }: TestMember): Promise<string> {
      const made = await fetch(phones, { method: 'POST' })
      const subscription = (await made.json()) as { endpoint: string }
      const body = { pushToken: JSON.stringify(subscription) }
      const { status } = await testServer.call('/api/users/pushToken', { body, token })
      if (status !== 200) throw new Error(`a phone was answered ${status}`)
      return subscription.endpoint.split('/').at(-1) ?? ''
    },
    /** Has the push service of a phone answer otherwise: `full` takes nothing for now. */
    turn: (phone: string, state: 'on' | 'full') =>
      fetch(`${phones}/${phone}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ state }),
      }),
    pushed: async (phone: string) =>
      ((await (await fetch(`${phones}/${phone}/messages`)).json()) as { text: string }[]).map(
        ({ text }) => (JSON.parse(text) as { b: string }).b,
      ),
    choose: async ({ token }: TestMember, settings: object) => {
      const { status } = await testServer.call('/api/notifications/settings', { method: 'PUT', body: settings, token })
      if (status !== 200) throw new Error(`settings were answered ${status}`)
    },
    away: (member: TestMember) =>
      query('update members set last_active_at = $2 where id = $1', [idOf(member), new Date(now() - 20 * 60_000)]),
    async write(from: TestMember, to: TestMember): Promise<void> {
      const socket = await from.connect()
      const data = { msg: 'Ciao', trackerId: from.session.clickid, angelId: idOf(to), clientMessageId: randomUUID() }
      const { ok } = await socket.send('chat', data)
      socket.close()
      if (!ok) throw new Error('a message was refused')
    },
    mails: (member: TestMember) =>
      query<{ kind: string; state: string; last_error: string | null; props: Record<string, unknown> }>(
        'select kind, state, last_error, props from emails where member_id = $1 order by created_at, id',
        [idOf(member)],
      ),
    /** Delivers events, and runs the jobs of notices that are due. */
    workOff: () => workOff(testServer, new Date(now()), /^outreach\./),
    /** Runs the digest as if its job came before all others. */
    digest: (member: TestMember) =>
      testServer.context.jobs.handlers['outreach.digest']?.({ memberId: idOf(member) }, { attempt: 1, last: false }),
  }
}
