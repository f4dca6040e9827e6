import { useLocation } from 'react-router'
import { useSite } from '../brand/site.ts'
import { readAddress } from './address.ts'
import { flowOf } from './flow.ts'

/**
 * The visit fields that a form posts besides the URL's: the brand's country, and the flow, which depends on the page's
 * path.
 */
export const VisitInputs = () => {
  const { brand } = useSite()
  const { pathname, search } = useLocation()
  return (
    <>
      <input type="hidden" name="country" value={brand.country} />
      <input type="hidden" name="fluxId" value={flowOf(pathname, readAddress(search), brand.defaultFluxId)} />
    </>
  )
}
