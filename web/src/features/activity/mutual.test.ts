import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { announceMutual, closeMutual } from './mutual.ts'

const mutual = (memberId: string) => ({ memberId, memberName: memberId.toUpperCase(), photo: null, sample: false })

it('each mutual like is announced once, one after the other, also after its notice was closed', () => {
  const client = new QueryClient()
  const waiting = () =>
    client.getQueryData<{ readonly waiting: readonly { readonly memberId: string }[] }>(['mutual'])?.waiting
  for (const id of ['ada', 'bea', 'ada', 'bea']) announceMutual(client, mutual(id))
  expect(waiting()).toEqual([mutual('ada'), mutual('bea')])
  closeMutual(client)
  expect(waiting()).toEqual([mutual('bea')])
  for (const id of ['ada', 'bea', 'cleo']) announceMutual(client, mutual(id))
  expect(waiting()).toEqual([mutual('bea'), mutual('cleo')])
  closeMutual(client)
  closeMutual(client)
  closeMutual(client)
  expect(waiting()).toEqual([])
  client.clear()
})
