import { useLocation } from 'react-router'
import { safePath } from './safe-path.ts'
import { visitQuery } from './address.ts'

/**
 * Links that keep the visit parameters of the URL. The sign-in link also keeps the page that the visitor wanted.
 */
export const useVisitLinks = () => {
  const { search } = useLocation()
  const next = safePath(new URLSearchParams(search).get('next'), '')
  return {
    /** The page that the visitor wanted before being asked to sign in; empty if there is none. */
    next,
    /** Adds the visit parameters to a path of this site. */
    to: (path: string) => path + visitQuery(search),
    signIn: `/login${visitQuery(search, next === '' ? {} : { next })}`,
  }
}
