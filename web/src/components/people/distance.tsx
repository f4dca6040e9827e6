import type { DistanceBand } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'

/** How far from the reader somebody lives, as far as it is said (decision 5.3). */
export const DistanceText = ({ distance }: { distance: DistanceBand }) =>
  distance === 10 ? <Trans>Vicino a te</Trans> : <Trans>Entro {distance} km</Trans>
