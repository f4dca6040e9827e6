import { expect, it } from 'vitest'
import { startSmtp } from '#platform/mail/testing/smtp.ts'
import { staffMember } from '#test/support/console-client.ts'
import { startTestServer } from '#test/support/test-server.ts'
import { mailingDesk, promotionJobs, say } from './testing/desk.ts'

it('a newsletter that a relay may have taken without an answer is not sent again', async () => {
  const relay = await startSmtp({}, 'hang up')
  const now = new Date('2026-11-25T11:00:00Z')
  const server = await startTestServer({ jobs: false, clock: () => now, smtpUrl: relay.url, bystanders: false })
  try {
    const jobs = promotionJobs(server)
    const author = await staffMember(server, { roles: ['marketing@battito'], at: now })
    const desk = mailingDesk(author, await staffMember(server, { roles: ['owner@battito'], at: now }))
    const member = await server.member({ host: 'battito.localhost' })
    await say(server, member, true, now)
    const id = await desk.approved()
    await jobs.sendAll()
    await jobs.sendAll()
    expect(relay.recipients.filter((line) => line.includes(member.email))).toHaveLength(1)
    expect((await desk.read(id)).figures).toMatchObject({ sent: 0, failed: 1, queued: 0 })
    const row = await server.database.db
      .selectFrom('emails')
      .select(['state', 'last_error'])
      .where('to_address', '=', member.email)
      .where('kind', '=', 'newsletter')
      .executeTakeFirst()
    expect(row).toEqual({ state: 'dead', last_error: 'unknown whether it arrived' })
  } finally {
    await server.close()
    relay.close()
  }
})
