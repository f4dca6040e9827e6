import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './figures.module.css'
import { Moment } from './time.tsx'

/** Numbers with their names, in a row. */
export const Figures = ({ rows }: { readonly rows: readonly (readonly [name: ReactNode, value: ReactNode])[] }) => (
  <dl className={styles.figures}>
    {rows.map(([name, value], at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the rows are always the same
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** How one brand's list of work stands. */
interface Waiting {
  readonly open: number
  readonly oldestAt: string | null
  readonly medianMinutes: number | null
}

/** The figures of lists that wait for staff, of all brands that are shown: the slowest brand's median counts. */
export const useWaitingRows = (brands: readonly Waiting[], medianName: ReactNode) => {
  const { i18n } = useLingui()
  const open = brands.reduce((sum, one) => sum + one.open, 0)
  const oldest = brands.flatMap(({ oldestAt }) => oldestAt ?? []).toSorted()[0]
  const medians = brands.flatMap(({ medianMinutes }) => medianMinutes ?? [])
  const minutes = medians.length === 0 ? null : Math.round(Math.max(...medians))
  return [
    [<Trans key="waiting">Waiting</Trans>, i18n.number(open)],
    [<Trans key="oldest">Oldest</Trans>, oldest === undefined ? '—' : <Moment key="at" at={oldest} />],
    [medianName, minutes === null ? '—' : <Trans key="minutes">{minutes} min</Trans>],
  ] as const
}
