import { expect, it } from 'vitest'
import { recordRequests } from '#app/api/testing/recorded-requests.ts'
import { statementQuery, wholeStatement } from './statement-query.ts'

const requests = recordRequests()

it('the statement: of all accounts or of one, as long as there is more', async () => {
  const page = (id: string, hasMore: boolean) => ({ entries: [{ id: `${id}-first` }, { id }], hasMore })
  const query = statementQuery('visit-1', 'likes')
  expect([query.queryKey, statementQuery('visit-1', null).queryKey]).toEqual([
    ['statement', 'visit-1', 'likes'],
    ['statement', 'visit-1', null],
  ])
  expect(await requests.pagesOf(query, page('a', true), page('b', false))).toBe(2)
  expect(await requests.pagesOf(statementQuery('visit-1', null), page('c', false))).toBe(1)
  expect(requests.sent).toEqual([
    ['GET /api/credits/statement/visit-1?account=likes'],
    ['GET /api/credits/statement/visit-1?before=a&account=likes'],
    ['GET /api/credits/statement/visit-1'],
  ])
})

it('the whole statement is every page, and ends with one that is empty', async () => {
  requests.replies = [
    { entries: [{ id: 'a' }, { id: 'b' }], hasMore: true },
    { entries: [{ id: 'c' }], hasMore: false },
  ]
  expect(await wholeStatement('visit-1')).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  requests.replies = [{ entries: [], hasMore: true }]
  expect(await wholeStatement('visit-1')).toEqual([])
  expect(requests.sent).toEqual([
    ['GET /api/credits/statement/visit-1'],
    ['GET /api/credits/statement/visit-1?before=b'],
    ['GET /api/credits/statement/visit-1'],
  ])
})
