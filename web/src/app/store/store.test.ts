import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createStore, perClient } from './store.ts'

it('a store calls its listeners for each other state, and none that was removed', () => {
  const store = createStore({ count: 0 })
  const heard: string[] = []
  const stop = store.subscribe(() => heard.push(`one ${store.read().count}`))
  store.subscribe(() => heard.push(`two ${store.read().count}`))
  store.write(({ count }) => ({ count: count + 1 }))
  store.write((same) => same)
  stop()
  store.write(({ count }) => ({ count: count + 1 }))
  expect(heard).toEqual(['one 1', 'two 1', 'two 2'])
})

it('a query client has one of a kind, and another has its own', () => {
  let made = 0
  const of = perClient(() => ({ id: (made += 1) }))
  const [one, other] = [new QueryClient(), new QueryClient()]
  expect([of(one).id, of(other).id, of(one).id, made]).toEqual([1, 2, 1, 2])
})
