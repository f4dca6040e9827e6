import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { rememberPage } from './page-number.ts'

/**
 * Where and for whom the member looks may change on any page (their home, a plan that ends) and in another browser. The
 * list then begins at page 1.
 */
export const LiveSearch = () => {
  const { searchRegion, searchCity, seeksAll } = useSession().session
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const search = JSON.stringify([searchRegion, searchCity, seeksAll])
  const before = useRef(search)
  useEffect(() => {
    if (before.current === search) return
    before.current = search
    rememberPage(1)
    if (pathname === '/find') void navigate('/find', { replace: true })
  }, [search, pathname, navigate])
  return null
}
