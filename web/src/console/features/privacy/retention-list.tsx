import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { type Column, TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { type DeskState, useDesks } from './privacy-query.ts'

type Rule = DeskState['retention'][number]

/** What the retention rules deleted. Brands of one database show the same, once. */
export const RetentionList = () => {
  const { t, i18n } = useLingui()
  const { desks, error, refetch, titleOf } = useDesks()
  const groups = new Map<string, { readonly titles: string[]; readonly rules: readonly Rule[] }>()
  for (const { brand, retention } of desks ?? []) {
    const key = JSON.stringify(retention)
    const group = groups.get(key)
    if (group) group.titles.push(titleOf(brand))
    else groups.set(key, { titles: [titleOf(brand)], rules: retention })
  }
  const columns: Column<Rule>[] = [
    {
      name: t`What`,
      cell: ({ table, holds }) => (
        <span className={parts.two}>
          <span>{holds}</span>
          <span>{table}</span>
        </span>
      ),
    },
    {
      name: t`Kept for`,
      cell: ({ days, why }) => (
        <span className={parts.two}>
          <span>
            <Plural value={days} one="# day" other="# days" />
          </span>
          <span>{why}</span>
        </span>
      ),
    },
    {
      name: t`Last deleted`,
      cell: ({ lastRanAt, lastRemoved }) =>
        lastRanAt === null ? (
          '—'
        ) : (
          <span className={parts.two}>
            <span>
              <Plural value={lastRemoved} one="# row" other="# rows" />
            </span>
            <span>
              <Moment at={lastRanAt} />
            </span>
          </span>
        ),
    },
    { name: t`In 14 nights`, isNumber: true, cell: ({ removed }) => i18n.number(removed) },
  ]
  const list = {
    columns,
    keyOf: ({ table }: Rule) => table,
    error,
    onRetry: refetch,
    empty: { icon: Trash2, title: t`No table has a rule` },
  }
  if (!desks) return <TitledList {...list} label={t`What was deleted`} rows={undefined} />
  return (
    <>
      <p className={parts.muted}>
        <Trans>
          Every night the retention job deletes what is older than its rule. A table without a line in the last 14
          nights had nothing that old.
        </Trans>
      </p>
      {[...groups.values()].map(({ titles, rules }) => (
        <TitledList
          key={titles[0]}
          {...list}
          label={titles.join(', ')}
          rows={rules.toSorted((one, other) => (other.lastRanAt ?? '').localeCompare(one.lastRanAt ?? ''))}
        />
      ))}
    </>
  )
}
