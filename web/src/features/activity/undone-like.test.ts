import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { countsKey } from '#app/session/session.tsx'
import { forgetLike } from './undone-like.ts'

it('a like that was undone is shown as not given by everything that was loaded since', () => {
  const client = new QueryClient()
  const other = { id: 'other', liked: true }
  const unchanged = { members: [other, { id: 'new', liked: false }] }
  client.setQueryData(countsKey, { likedMemberIds: ['one', 'other'] })
  client.setQueryData(['matches', 1], { page: 1, members: [other, { id: 'one', liked: true, age: 40 }] })
  client.setQueryData(['matches', 2], unchanged)
  client.setQueryData(['member', 'one'], { id: 'one', liked: true })
  client.setQueryData(['member', 'other'], other)
  client.setQueryData(['member', 'gone'], null)
  client.setQueryData(['notifications'], [{ id: 'one' }])
  forgetLike(client, 'one')
  expect(client.getQueriesData({}).map(([, data]) => data)).toEqual([
    { likedMemberIds: ['other'] },
    { page: 1, members: [other, { id: 'one', liked: false, age: 40 }] },
    unchanged,
    { id: 'one', liked: false },
    other,
    null,
    [{ id: 'one' }],
  ])
  expect(client.getQueryData(['matches', 2])).toBe(unchanged)
})
