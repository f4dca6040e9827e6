import { expect, it } from 'vitest'
import { recordRequests } from '#app/api/testing/recorded-requests.ts'
import { foundQuery, surroundingsQuery } from './found-query.ts'

const requests = recordRequests()

it('messages that are searched for: as the server says, from two characters on', async () => {
  const query = foundQuery({ premiumLevel: 0 }, 'her', 'ciao')
  expect([query.queryKey, foundQuery({ premiumLevel: 2 }, 'her', 'ciao').queryKey]).toEqual([
    ['found', 'her', false, 'ciao'],
    ['found', 'her', true, 'ciao'],
  ])
  expect(['', 'c', 'ci'].map((text) => foundQuery({ premiumLevel: 0 }, 'her', text).enabled)).toEqual([
    false,
    false,
    true,
  ])
  expect(await requests.pagesOf(query, { before: 12 }, { before: 0 }, { before: null })).toBe(3)
  expect(requests.sent).toEqual([
    ['POST /api/messages/her/search', { text: 'ciao' }],
    ['POST /api/messages/her/search', { text: 'ciao', before: 12 }],
    ['POST /api/messages/her/search', { text: 'ciao', before: 0 }],
  ])
})

it('a found message comes with those around it', async () => {
  const query = surroundingsQuery({ clickid: 'visit-1' }, 'her', 40)
  expect(query.queryKey).toEqual(['surroundings', 'her', 40])
  await requests.client.fetchQuery(query)
  expect(requests.sent).toEqual([['GET /api/get/messages/visit-1/her?before=65']])
})
