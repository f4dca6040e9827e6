import type { FigureCohort } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { shareText } from './chart-card.tsx'
import styles from './figures.module.css'
import type { Period } from './period.ts'

/** Weeks after the sign-up that are followed. */
const ages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** Of those who signed up in a week, how many were there, or paid, in each week after. */
export const Cohorts = ({ period: { from, to } }: { readonly period: Period }) => {
  const { t, i18n } = useLingui()
  const { keys } = useBrands('readFigures')
  const [shown, setShown] = useState<'present' | 'paid'>('present')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['cohorts', key, from, to],
      queryFn: () => api('GET /admin/api/:brand/figures/cohorts', { params: { brand: key }, query: { from, to } }),
    })),
  })
  const all = found.every(({ data }) => data) ? found.flatMap(({ data }) => data!.cohorts) : undefined
  const sum = (week: string, metric: FigureCohort['metric'], age: number): number =>
    (all ?? [])
      .filter((one) => one.week === week && one.metric === metric && one.age === age)
      .reduce((total, { count }) => total + count, 0)
  const weeks = all && [...new Set(all.map(({ week }) => week))].toSorted().toReversed()
  const columns: Column<string>[] = [
    {
      name: t`Week of`,
      cell: (week) => i18n.date(new Date(`${week}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' }),
    },
    { name: t`Signed up`, isNumber: true, cell: (week) => i18n.number(sum(week, 'signed_up', 0)) },
    ...ages.map((age): Column<string> => ({
      name: `+${age}`,
      isNumber: true,
      cell: (week) => {
        const [count, whole] = [sum(week, shown, age), sum(week, 'signed_up', 0)]
        if (count === 0 || whole === 0) return ''
        return (
          <span className={styles.cell} data-level={Math.ceil((count / whole) * 5)} title={i18n.number(count)}>
            {shareText(count / whole, i18n.locale)}
          </span>
        )
      },
    })),
  ]
  return (
    <>
      <div className={styles.tools}>
        <p className={styles.hint}>
          <Trans>Members by the week of their sign-up, and the share of them in each of the twelve weeks after.</Trans>
        </p>
        <SelectField
          label={<Trans>Share of those who</Trans>}
          value={shown}
          onChange={(event) => setShown(event.target.value === 'paid' ? 'paid' : 'present')}
        >
          <option value="present">{t`were there`}</option>
          <option value="paid">{t`paid`}</option>
        </SelectField>
      </div>
      <List
        label={t`Cohorts`}
        columns={columns}
        rows={weeks}
        keyOf={(week) => week}
        error={found.find(({ error }) => error)?.error}
        onRetry={() => void Promise.all(found.map((one) => one.refetch()))}
        empty={{ icon: CalendarRange, title: t`No sign-ups in this period`, text: t`Choose a longer period.` }}
      />
    </>
  )
}
