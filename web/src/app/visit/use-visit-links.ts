import { useLocation } from 'react-router'
import { safePath } from './safe-path.ts'
import { visitQuery } from './address.ts'

/**
 * Links onward that keep what the advertisement wrote into the address. The one to the sign-in also keeps where somebody was going.
 */
export const useVisitLinks = () => {
  const { search } = useLocation()
  const next = safePath(new URLSearchParams(search).get('next'), '')
  return {
    /** Where somebody was going before they were asked to sign in; empty when nowhere. */
    next,
    /** A path of ours with the visit's parameters. */
    to: (path: string) => path + visitQuery(search),
    signIn: `/login${visitQuery(search, next === '' ? {} : { next })}`,
  }
}
