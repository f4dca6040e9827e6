import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chat } from '#modules/chat/testing/conversing.ts'
import { cardOrder } from '#test/support/card-order.ts'
import { nodesWritten } from '#test/support/distribution.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/*
 * If a pool was spread over several nodes as docs/scale.md says, no transaction of what members do all the time would
 * write to more than two of them.
 */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, bystanders: false })
})
afterAll(() => testServer.close())

it('what members do all the time writes to two nodes at most', async () => {
  const { pool } = testServer.database
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const [his, hers] = [await man.connect(), await woman.connect()]
  const names = new Map([
    [man.session.angelId, 'his'],
    [woman.session.angelId, 'hers'],
  ])
  const xid = async (): Promise<number> =>
    Number((await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')).rows[0]?.xid)
  /** The nodes of each transaction that work made. */
  const nodesOf = async (work: () => Promise<{ readonly ok?: boolean; readonly status?: number }>) => {
    const since = await xid()
    const { ok, status } = await work()
    expect(ok ?? status).toSatisfy((answer) => answer === true || answer === 200)
    const nodes = await nodesWritten(pool, since)
    return nodes.map((its) =>
      its
        .map((node) => names.get(node) ?? node.replace(/ .*/, ''))
        .toSorted()
        .join(' '),
    )
  }
  const about = { trackerId: man.session.clickid, angelId: woman.session.angelId }
  const order = { rateplan: 'plan-1m', prezzo_totale: '24.90', renewal: true }
  const card = await cardOrder(testServer.config.payments.adyen!.shared!, man.session.clickid, order)
  const signIn = { email: man.email, password: man.password }
  const works: readonly (readonly [Parameters<typeof nodesOf>[0], string])[] = [
    [() => his.send('chat', chat(man, woman, 'Ciao')), 'hers his'],
    [() => hers.send('read', { angelId: man.session.angelId, seq: 1 }), 'hers his'],
    [() => his.send('chat', chat(man, woman, 'Come stai?')), 'hers his'],
    [() => hers.send('chat', chat(woman, man, 'Bene')), 'hers his'],
    [() => his.send('chat', chat(man, woman, 'E oggi?')), 'hers his'],
    [() => his.send('like', about), 'hers his'],
    [() => testServer.call(routes.visited.path, { token: man.token, body: about }), 'hers'],
    [() => testServer.call('/api/users/authenticate', { body: signIn }), 'his sessions'],
    // The company numbers its invoices in one series.
    [() => testServer.call(routes.tryCharge.path, { token: man.token, body: card }), 'his invoice_series'],
  ]
  for (const [work, nodes] of works) {
    const found = await nodesOf(work)
    expect(found, String(work)).toContain(nodes)
    for (const its of found) expect(its.split(' ').length, `${String(work)}: ${its}`).toBeLessThanOrEqual(2)
  }
})
