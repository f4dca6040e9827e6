import type { RatePlan } from '@incontro/contract/domain'
import { Plural } from '@lingui/react/macro'

export type Period = NonNullable<RatePlan['period']>

/** "ogni 3 mesi". */
export const Every = ({ period }: { period: Period }) =>
  period.unit === 'month' ? (
    <Plural value={period.count} one="every month" other="every # months" />
  ) : (
    <Plural value={period.count} one="every day" other="every # days" />
  )
