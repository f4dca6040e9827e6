import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CircleCheck } from 'lucide-react'
import type { ReplyOf } from '#console/base/api.ts'
import { TitledList } from '#console/parts/list.tsx'
import { Moment } from '#console/parts/time.tsx'
import { diskTexts, type StateText, upkeepNames, upkeepTexts } from './health-texts.ts'
import { StateCell } from './state-cell.tsx'
import { useMegabytes } from './megabytes.ts'

type Health = ReplyOf<'GET /admin/api/:brand/health'>

interface Row extends StateText {
  readonly name: MessageDescriptor
  readonly at?: string | null
  readonly size?: string
}

/** The disk, and when the database was last backed up. */
export const Upkeep = ({ of: { disk, upkeep } }: { readonly of: Health }) => {
  const { t, i18n } = useLingui()
  const megabytes = useMegabytes()
  const [free, total] = [megabytes(disk.freeMb), megabytes(disk.totalMb)]
  const rows: readonly Row[] = [
    { name: msg`Disk of the data folder`, size: t`${free} of ${total} free`, ...diskTexts[disk.state] },
    ...upkeep.map(({ what, state, at }) => ({ name: upkeepNames[what], at, ...upkeepTexts[what][state] })),
  ]
  return (
    <TitledList
      label={t`Disk and backups`}
      columns={[
        { name: t`What`, cell: (one) => i18n._(one.name) },
        { name: t`State`, cell: ({ word, tone, advice }) => <StateCell word={word} tone={tone} advice={advice} /> },
        { name: t`When or how much`, cell: (one) => (one.at ? <Moment at={one.at} /> : (one.size ?? '—')) },
      ]}
      rows={rows}
      keyOf={(one) => i18n._(one.name)}
      empty={{ icon: CircleCheck, title: t`None yet` }}
    />
  )
}

/** What takes most of the database's space. */
export const Tables = ({ of: { tables } }: { readonly of: Health['database'] }) => {
  const { t } = useLingui()
  const megabytes = useMegabytes()
  return (
    <TitledList
      label={t`Largest tables`}
      columns={[
        { name: t`Table`, cell: (one) => <code>{one.name}</code> },
        {
          name: t`With its indexes`,
          isNumber: true,
          cell: (one) => megabytes(one.bytes / 1_000_000),
        },
      ]}
      rows={tables}
      keyOf={(one) => one.name}
      empty={{ icon: CircleCheck, title: <Trans>None yet</Trans> }}
    />
  )
}
