import { useEffect, useEffectEvent } from 'react'

type Refresh = () => Promise<unknown>

const current = new Set<Refresh>()

/** For a page that shows more than queries: called when the member asks to load the page's content again. */
export const usePageRefresh = (refresh: Refresh): void => {
  const latest = useEffectEvent(refresh)
  useEffect(() => {
    const call = () => latest()
    current.add(call)
    return () => void current.delete(call)
  }, [])
}

export const refreshPage = (): Promise<unknown> => Promise.all([...current].map((refresh) => refresh()))
