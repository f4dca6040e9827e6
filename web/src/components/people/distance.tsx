import type { DistanceBand } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'

/** How far away another member lives, as a coarse band (rule 5.3). */
export const DistanceText = ({ distance }: { distance: DistanceBand }) =>
  distance === 10 ? <Trans>Near you</Trans> : <Trans>Within {distance} km</Trans>
