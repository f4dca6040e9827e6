import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { balancesOf, move, type HouseAccount, type WalletAccount } from './index.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

interface Entry {
  readonly id: string
  readonly time: string
  readonly account: WalletAccount
  readonly amount: number
  readonly cause: string
  readonly order: string | null
}

const idOf = (member: TestMember): string => member.session.angelId
const book = (
  member: TestMember,
  account: WalletAccount,
  amount: number,
  key: string,
  house: HouseAccount = 'spent',
  at = new Date(),
) =>
  testServer.database.db
    .transaction()
    .execute((tx) => move(tx, { memberId: idOf(member), brandId: 'local', account, house, amount, key, at }))
const setLevel = (member: TestMember, level: number) =>
  testServer.database.db.updateTable('members').set({ level }).where('id', '=', idOf(member)).execute()
const statement = (member: TestMember, query = '', of = member) =>
  testServer.call(`/api/credits/statement/${of.session.clickid}${query}`, { token: member.token })
const allEntries = async (member: TestMember, query = ''): Promise<Entry[]> => {
  const entries: Entry[] = []
  for (;;) {
    const before = entries.at(-1)?.id
    const { body } = await statement(
      member,
      `?${new URLSearchParams({ ...(before && { before }), ...(query && { account: query }) })}`,
    )
    entries.push(...body.entries)
    if (!body.hasMore) return entries
  }
}

describe('the statement', () => {
  it('lists each movement in messages with its cause and order, newest first', async () => {
    const [ada, order, message, other] = [await testServer.member(), randomUUID(), randomUUID(), randomUUID()]
    await setLevel(ada, 1)
    await book(ada, 'messages', 600, `payment:${order}`, 'sales')
    await book(ada, 'messages', -10, `message:${message}`)
    await book(ada, 'likes', -1, `like:${other}:1`)
    await book(ada, 'messages', 10, `removed:${message}`)
    await book(ada, 'messages', -600, `withdrawal:${order}`, 'refunds')
    await book(ada, 'icebreakers', 1, 'refill:icebreakers:2026-01-01T00:00:00.000Z', 'gifts')
    await book(ada, 'messages', 5, 'welcome-gift', 'gifts')
    await book(ada, 'messages', 20, 'a key of another kind', 'support')
    const { status, body } = await statement(ada)
    expect(status).toBe(200)
    expect(body.hasMore).toBe(false)
    expect(
      body.entries.slice(0, 8).map((entry: Entry) => [entry.account, entry.amount, entry.cause, entry.order]),
    ).toEqual([
      ['messages', 2, 'other', null],
      ['messages', 0.5, 'welcome_gift', null],
      ['icebreakers', 1, 'refill', null],
      ['messages', -60, 'withdrawal', order],
      ['messages', 1, 'recipient_removed', null],
      ['likes', -1, 'like', null],
      ['messages', -1, 'message', null],
      ['messages', 60, 'purchase', order],
    ])
  })

  it('shows the number of messages that the balance has, across changes of level and plans', async () => {
    const ada = await testServer.member()
    const sum = async () => {
      const entries = await allEntries(ada, 'messages')
      return entries.reduce((total, { amount }) => total + amount, 0)
    }
    const left = async (price: number) => (await balancesOf(testServer.database.db, idOf(ada))).messages / price
    await book(ada, 'messages', 4, 'support:1', 'support')
    await book(ada, 'messages', -1, `message:${randomUUID()}`)
    expect(await sum()).toBe(await left(1))
    const order = randomUUID()
    const { messages } = await balancesOf(testServer.database.db, idOf(ada))
    await book(ada, 'messages', messages * 9, `level-up:${order}`, 'gifts')
    await setLevel(ada, 1)
    await book(ada, 'messages', 200, `payment:${order}`, 'sales')
    await book(ada, 'messages', -20, `message:${randomUUID()}`)
    expect(await sum()).toBe(await left(10))
    const entries = await allEntries(ada)
    expect(entries.slice(0, 2).map(({ amount }) => amount)).toEqual([-2, 20])
    // What was booked without a plan keeps its number of messages.
    expect(entries.slice(2, 4).map(({ amount }) => amount)).toEqual([-1, 4])
  })

  it('counts entries from before levels were kept by the price they divide by', async () => {
    const ada = await testServer.member()
    await book(ada, 'messages', 7, 'support:1', 'support')
    await book(ada, 'messages', 200, `payment:${randomUUID()}`, 'sales')
    await testServer.database.db
      .updateTable('ledger_transfers')
      .set({ level: null })
      .where('member_id', '=', idOf(ada))
      .execute()
    expect((await allEntries(ada)).slice(0, 2).map(({ amount }) => amount)).toEqual([20, 7])
  })

  it.each([
    ['registration', 'registration', false],
    ['welcome-gift', 'welcome_gift', false],
    ['refill:likes:2026-01-01T00:00:00.000Z', 'refill', false],
    ['payment', 'purchase', true],
    ['withdrawal', 'withdrawal', true],
    ['dispute', 'dispute', true],
    ['dispute-won', 'dispute', true],
    ['message', 'message', false],
    ['withdrawn', 'message_withdrawn', false],
    ['like', 'like', false],
    ['like-undone', 'like_undone', false],
    ['removed', 'recipient_removed', false],
    ['anything-else', 'other', false],
  ])('shows the key %s with the cause %s and the order %s', async (kind, cause, namesOrder) => {
    const ada = await testServer.member()
    const id = randomUUID()
    // Registration has booked its own welcome gift.
    const key = kind.includes(':') || kind === 'welcome-gift' ? kind : `${kind}:${id}`
    await book(ada, 'messages', 2, key, 'gifts')
    const { body } = await statement(ada)
    expect(body.entries[0]).toMatchObject({ amount: 2, cause, order: namesOrder ? id : null })
  })

  it('sorts entries that were booked late by the time of their event', async () => {
    const ada = await testServer.member()
    const day = (date: string) => new Date(`${date}T12:00:00Z`)
    await book(ada, 'messages', 3, 'c', 'gifts', day('2025-03-03'))
    await book(ada, 'messages', 1, 'a', 'gifts', day('2025-01-01'))
    await book(ada, 'messages', 2, 'b', 'gifts', day('2025-02-02'))
    const { body } = await statement(ada)
    expect(body.entries.slice(-3).map(({ amount }: Entry) => amount)).toEqual([3, 2, 1])
  })

  it('adds up to the balances over all pages, with each entry once', async () => {
    const ada = await testServer.member()
    for (let n = 0; n < 130; n += 1) await book(ada, 'messages', n % 2 === 0 ? 3 : -2, `message:${randomUUID()}`)
    await book(ada, 'likes', -4, `like:${randomUUID()}:1`)
    const entries = await allEntries(ada)
    expect(entries.length).toBeGreaterThan(130)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
    const sum = (account: WalletAccount) =>
      entries.filter((entry) => entry.account === account).reduce((total, { amount }) => total + amount, 0)
    const { messages, icebreakers, likes } = await balancesOf(testServer.database.db, idOf(ada))
    expect([sum('messages'), sum('icebreakers'), sum('likes')]).toEqual([messages, icebreakers, likes])
    expect((await allEntries(ada, 'messages')).map(({ id }) => id)).toEqual(
      entries.filter(({ account }) => account === 'messages').map(({ id }) => id),
    )
  })

  it('has no further page after a hundred entries, and one after a hundred and one', async () => {
    const ada = await testServer.member()
    const there = (await statement(ada)).body.entries.length
    for (let n = there; n < 100; n += 1) await book(ada, 'messages', 1, `support:${n}`, 'support')
    const exactly = (await statement(ada)).body
    expect([exactly.entries.length, exactly.hasMore]).toEqual([100, false])
    await book(ada, 'messages', 1, 'support:100', 'support')
    const more = (await statement(ada)).body
    expect([more.entries.length, more.hasMore]).toEqual([100, true])
  })

  it("never shows another member's credits", async () => {
    const [ada, eve] = [await testServer.member(), await testServer.member()]
    await book(ada, 'messages', 7, `payment:${randomUUID()}`, 'sales')
    expect((await statement(eve, '', ada)).status).toBe(404)
    const [newest] = (await statement(ada)).body.entries
    // Another member's entry as the cursor only moves the page: it still shows own entries only.
    const { body } = await statement(eve, `?before=${newest.id}`)
    expect(body.entries.some(({ amount }: Entry) => amount === 7)).toBe(false)
    expect((await statement(ada, '?account=gifts')).status).toBe(400)
    expect((await statement(ada, '?before=1')).status).toBe(400)
  })
})
