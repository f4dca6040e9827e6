import type { ConciergeExchange } from '@incontro/contract'
import { expect, it } from 'vitest'
import { recordRequests } from '#app/api/testing/recorded-requests.ts'
import { conciergeQuery, exchangesIn, withExchange } from './concierge-query.ts'

const requests = recordRequests()

const exchange = (seq: number, state: ConciergeExchange['state'], answer = ''): ConciergeExchange => ({
  seq,
  clientMessageId: `00000000-0000-4000-8000-00000000000${seq}`,
  question: `Domanda ${seq}`,
  answer,
  state,
  time: '2026-11-23T09:00:00.000Z',
})
const page = (exchanges: readonly ConciergeExchange[]) => ({ exchanges, hasMore: false, left: 3, perDay: 20 })
const pages = {
  pages: [page([exchange(2, 'answered', 'Due'), exchange(3, 'failed')]), page([exchange(1, 'answered', 'Uno')])],
  pageParams: [undefined, 2],
}

it('reads the pages from the oldest exchange to the newest', () => {
  expect(exchangesIn(pages).map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(exchangesIn(undefined)).toEqual([])
})

it('adds an exchange, updates it, and keeps a complete answer', () => {
  const asked = withExchange(pages, exchange(4, 'writing'))
  const growing = withExchange(asked, exchange(4, 'writing', 'Par'))
  expect(exchangesIn(growing).map(({ answer }) => answer)).toEqual(['Uno', 'Due', '', 'Par'])
  const whole = withExchange(growing, exchange(4, 'answered', 'Parti'), 2)
  expect(exchangesIn(withExchange(whole, exchange(4, 'writing', 'Par'))).at(-1)?.answer).toBe('Parti')
  expect(whole.pages[0]?.left).toBe(2)
  // A failed question can be asked again.
  expect(exchangesIn(withExchange(pages, exchange(3, 'writing'))).at(-1)?.state).toBe('writing')
})

it('the concierge: older exchanges before the first of each page', async () => {
  const reply = (seq: number, hasMore: boolean) => ({ exchanges: [{ seq }, { seq: seq + 1 }], hasMore })
  expect(conciergeQuery('visit-1').queryKey).toEqual(['concierge', 'visit-1'])
  expect(await requests.pagesOf(conciergeQuery('visit-1'), reply(21, true), reply(1, false))).toBe(2)
  expect(requests.sent).toEqual([['GET /api/concierge'], ['GET /api/concierge?before=21']])
})
