import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** State outside React, for what goes on between renderings: requests, sockets, timers. */
export interface Store<State> {
  readonly read: () => State
  /** The state as the store was created. */
  readonly initial: () => State
  /** Replaces the state; listeners are called if it is another one. */
  readonly write: (change: (now: State) => State) => void
  /** Adds a listener; returns a function that removes it. */
  readonly subscribe: (listener: () => void) => () => void
}

export const createStore = <State>(initial: State): Store<State> => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    read: () => state,
    initial: () => initial,
    write(change) {
      const next = change(state)
      if (Object.is(next, state)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A store, or what is made of one, which may be without a state to begin with. */
type Followed<State> = Pick<Store<State>, 'read' | 'subscribe'> & Partial<Pick<Store<State>, 'initial'>>

/** A store's state. The server renders a store as it was created, and so does the browser each part that it hydrates. */
export const useStore = <State>({ read, subscribe, initial = read }: Followed<State>): State =>
  useSyncExternalStore(subscribe, read, initial)

/** One of a kind for each page that a member has open. It is created when it is first asked for. */
export const perClient = <Made>(create: (client: QueryClient) => Made): ((client: QueryClient) => Made) => {
  const all = new WeakMap<QueryClient, Made>()
  return (client) => {
    const made = all.get(client) ?? create(client)
    all.set(client, made)
    return made
  }
}
