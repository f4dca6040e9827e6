import { randomUUID } from 'node:crypto'
import { newId } from '#platform/ids.ts'
import type { TestStaff } from '#test/support/console-client.ts'
import type { TestMember, TestServer } from '#test/support/test-server.ts'

/** A text in each language. */
export const texts = Object.fromEntries(
  ['it', 'es', 'fr', 'en'].map((locale) => [
    locale,
    { subject: `News ${locale}`, body: `Ciao {name},\n\n{brand} has news (${locale}).` },
  ]),
)

const desk = '/admin/api/battito/mailings'
export const reason = 'Ticket 12'

/** What people of marketing do with a mailing, by HTTP. */
export function mailingDesk(author: TestStaff, other: TestStaff) {
  const at = (id: string, rest = '') => `${desk}/${id}${rest}`
  const read = async (id: string, by = author) => (await by.call(at(id))).body
  const digestOf = async (id: string): Promise<string> => (await read(id)).digest
  const save = async (id: string, change: object = {}, by = author) => {
    const { name, segment, texts: written, startsAt, digest } = await read(id)
    return by.call(at(id), {
      method: 'PUT',
      body: { name, segment, texts: written, startsAt, digest, ...change },
    })
  }
  const make = async (change: object = {}): Promise<string> => {
    const id = randomUUID()
    await author.call(desk, { body: { id, name: 'Spring', segment: 'all' } })
    await save(id, { texts, ...change })
    return id
  }
  const submit = async (id: string, by = author) => by.call(at(id, '/submit'), { body: { digest: await digestOf(id) } })
  const decide = async (id: string, { by = other, approve = true, digest = '' } = {}) =>
    by.call(at(id, '/decide'), { body: { approve, digest: digest === '' ? await digestOf(id) : digest, reason } })
  const stop = (id: string) => author.call(at(id, '/stop'), { body: { reason } })
  const approved = async (change: object = {}): Promise<string> => {
    const id = await make(change)
    await submit(id)
    const { status } = await decide(id)
    if (status !== 200) throw new Error(`approving answered ${status}`)
    return id
  }
  return { at, read, digestOf, save, make, submit, decide, stop, approved, desk }
}

/** What the recurring jobs and the mail lane do, one after the other. */
export function promotionJobs(server: TestServer) {
  const attempt = { attempt: 1, last: false }
  const { handlers } = server.context.jobs
  const { db } = server.database
  const run = async (): Promise<void> => void (await handlers['mailings-send']?.({}, attempt))
  const queued = () =>
    db.selectFrom('emails').select(['id', 'to_address', 'kind']).where('state', '=', 'queued').orderBy('id').execute()
  const send = async (emailId: string): Promise<void> =>
    void (await handlers['outreach.send_email']?.({ emailId }, attempt))
  return {
    run,
    queued,
    send,
    /** Queues what is due, and sends what is queued. */
    async sendAll(): Promise<void> {
      await run()
      for (const { id } of await queued()) await send(id)
      await run()
    },
  }
}

/** Says yes or no to promotion, as the consent page does. */
export async function say(server: TestServer, member: TestMember, granted: boolean, at: Date): Promise<void> {
  await server.database.db
    .insertInto('consents')
    .values({
      member_id: member.session.angelId,
      id: newId(),
      kind: 'promotion',
      granted,
      text_version: '1',
      locale: 'it',
      given_at: at,
    })
    .execute()
}

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

/** What arrived at an address, newest first. */
export const mailsTo = async (server: TestServer, address: string): Promise<readonly Mail[]> =>
  (await (await fetch(`${server.sandbox.origin}/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[]
