import type { TestStaff } from '#test/support/console-client.ts'
import type { Breakable } from '#test/support/brands-folder.ts'
import type { TestServer } from '#test/support/test-server.ts'

export const reason = 'Ticket 12'

/** What people of marketing do with what `battito` offers, by HTTP. */
export function offerDesk(author: TestStaff, other: TestStaff, brand = 'battito') {
  const at = (id: string, rest = '') => `/admin/api/${brand}/offers/${id}${rest}`
  const read = async (id: string, by = author) => (await by.call(at(id))).body
  const digestOf = async (id: string): Promise<string | null> => (await read(id)).draft?.digest ?? null
  const write = async (id: string, content: string, { by = author, note = '', digest }: Saving = {}) =>
    by.call(at(id, '/draft'), {
      method: 'PUT',
      body: { content, note, digest: digest === undefined ? await digestOf(id) : digest },
    })
  /** Changes the draft of a flow, or what counts now. */
  const edit = async (id: string, change: (file: Breakable) => void, saving: Saving = {}) => {
    const { content, draft } = await read(id)
    const file = JSON.parse(draft?.content ?? content)
    change(file)
    return write(id, JSON.stringify(file), saving)
  }
  const submit = async (id: string, by = author) => by.call(at(id, '/submit'), { body: { digest: await digestOf(id) } })
  const decide = async (id: string, { by = other, approve = true, digest }: Deciding = {}) =>
    by.call(at(id, '/decide'), { body: { approve, digest: digest ?? (await digestOf(id)), reason } })
  const publish = async (id: string, { by = author, when = null, digest }: Publishing = {}) =>
    by.call(at(id, '/publish'), { body: { digest: digest ?? (await digestOf(id)), at: when, reason } })
  const rollBack = async (id: string, by = author) =>
    by.call(at(id, '/roll-back'), { body: { version: (await read(id)).live?.version ?? 1, reason } })
  const done = async (...answers: readonly Promise<{ status: number; body: { code?: string } }>[]) => {
    for (const one of answers) {
      const { status, body } = await one
      if (status !== 200) throw new Error(`answered ${status} ${body.code}`)
    }
  }
  /** From an edit to being live. */
  const goLive = async (id: string, change: (file: Breakable) => void) => {
    await done(edit(id, change))
    await done(submit(id))
    await done(decide(id))
    await done(publish(id))
  }
  return { at, read, digestOf, write, edit, submit, decide, publish, rollBack, goLive }
}

interface Saving {
  readonly by?: TestStaff
  readonly note?: string
  readonly digest?: string | null
}
interface Deciding {
  readonly by?: TestStaff
  readonly approve?: boolean
  readonly digest?: string
}
interface Publishing {
  readonly by?: TestStaff
  readonly when?: string | null
  readonly digest?: string
}

/** The plans that the API offers to a new member of flow 7, by id, in the wire's words. */
export async function plansOf(
  server: Pick<TestServer, 'member' | 'call'>,
  host = 'battito.localhost',
): Promise<ReadonlyMap<string, Breakable>> {
  const { token, session } = await server.member({ host, form: { fluxId: '7' } })
  const { body } = await server.call('/pay/pay_rules/get_pay_rules', {
    host,
    token,
    body: { clickid: session.clickid },
  })
  return new Map(body.rateplan.map((plan: { product_id: string }) => [plan.product_id, plan]))
}
