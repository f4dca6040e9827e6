import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { Card } from '#components/layout/card.tsx'
import type { ReplyOf } from '#console/base/api.ts'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'

type Health = ReplyOf<'GET /admin/api/:brand/health'>

/** The jobs of each task that has any. */
export const Tasks = ({ of: { tasks, countsAll } }: { readonly of: Health }) => {
  const { t, i18n } = useLingui()
  const number = (value: number) => i18n.number(value)
  return (
    <>
      <TitledList
        label={t`Jobs`}
        columns={[
          {
            name: t`Task`,
            cell: (one) => (
              <span className={parts.two}>
                <span>{one.task}</span>
                <span>{one.lane}</span>
              </span>
            ),
          },
          { name: t`Planned`, isNumber: true, cell: (one) => number(one.waiting) },
          { name: t`Due`, isNumber: true, cell: (one) => number(one.due) },
          { name: t`Running`, isNumber: true, cell: (one) => number(one.running) },
          { name: t`Given up`, isNumber: true, cell: (one) => number(one.failed) },
        ]}
        rows={tasks}
        keyOf={(one) => one.task}
        empty={{ icon: CircleCheck, title: t`No jobs wait` }}
      />
      {!countsAll && (
        <p className={parts.muted}>
          <Trans>There are more jobs than are counted here.</Trans>
        </p>
      )}
    </>
  )
}

/** What took most of the database's time. */
export const Statements = ({ of: { statements } }: { readonly of: Health['database'] }) => {
  const { t, i18n } = useLingui()
  if (statements === null)
    return (
      <>
        <h2 className={parts.title}>
          <Trans>Slow statements</Trans>
        </h2>
        <Card>
          <p className={parts.muted}>
            <Trans>This PostgreSQL doesn’t count statements: load pg_stat_statements to see the slow ones here.</Trans>
          </p>
        </Card>
      </>
    )
  return (
    <TitledList
      label={t`Slow statements`}
      columns={[
        { name: t({ message: 'Statement', context: 'SQL' }), cell: (one) => <code>{one.text}</code> },
        { name: t`Calls`, isNumber: true, cell: (one) => i18n.number(one.calls) },
        { name: t`Mean, ms`, isNumber: true, cell: (one) => i18n.number(one.meanMs, { maximumFractionDigits: 1 }) },
        { name: t`Total, s`, isNumber: true, cell: (one) => i18n.number(Math.round(one.totalMs / 1000)) },
      ]}
      rows={statements}
      keyOf={(one) => `${one.text} ${one.calls}`}
      empty={{ icon: CircleCheck, title: t`None yet` }}
    />
  )
}
