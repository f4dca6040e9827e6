import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { Figures, useWaitingRows } from '#console/parts/figures.tsx'
import { useCaseFigures } from './case-figures.ts'

/**
 * How the queue stands, of all brands that are shown: read each minute, and once nothing waits any more.
 * @param after names the last decision then; null while there is something to decide
 */
export const QueueFigures = ({ brands, after }: { brands: readonly string[]; after: string | null }) => {
  const { i18n } = useLingui()
  const { data, refetch } = useCaseFigures(brands)
  const again = useEffectEvent(() => void refetch())
  useEffect(() => {
    if (after !== null) again()
  }, [after])
  const waiting = useWaitingRows(data, <Trans>Median</Trans>)
  const decided = data.reduce((sum, one) => sum + one.decisions.reduce((all, { count }) => all + count, 0), 0)
  const agreed = data.reduce((sum, one) => sum + one.agreed, 0)
  const looked = data.reduce((sum, one) => sum + one.lookedAgain, 0)
  if (data.length === 0) return null
  return (
    <Figures
      rows={[
        ...waiting,
        [<Trans key="decided">Decided in 30 days</Trans>, i18n.number(decided)],
        [<Trans key="agree">Second looks that agree</Trans>, looked === 0 ? '—' : `${agreed}/${looked}`],
      ]}
    />
  )
}
