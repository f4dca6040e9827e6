import { useLocation } from 'react-router'
import { useSite } from '../brand/site.ts'
import { readAddress } from './address.ts'
import { flowOf } from './flow.ts'

/** What a form posts of the visit besides its address: the brand's country, and the flow, which the page knows by where it stands. */
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
