import { useLingui } from '@lingui/react/macro'
import { useSession } from '#app/session/session.tsx'
import { countryNames } from '#features/geo/index.ts'

/** The name of where a member looks: the region, or the country, which has no region. */
export const usePlaceName = (): string => {
  const { i18n } = useLingui()
  const { country, region, searchRegion } = useSession().session
  const name = countryNames[country]
  // A member without a home has not chosen where to look.
  return searchRegion === '' && region !== '' && name ? i18n._(name) : searchRegion
}
