import { useSyncExternalStore } from 'react'

declare global {
  interface Document {
    /** Of Chromium: the page was loaded in advance, and may never be opened. */
    readonly prerendering?: boolean
  }
}

const subscribe = (listener: () => void) => {
  document.addEventListener('prerenderingchange', listener)
  return () => document.removeEventListener('prerenderingchange', listener)
}

/** Whether the browser has loaded this page in advance, and no one has opened it. */
export const usePrerendering = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.prerendering === true,
    () => false,
  )

/** Runs the work once the page is on screen; returns a function that cancels it. */
export const whenVisible = (work: () => void): (() => void) => {
  const look = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', look)
    work()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
}
