import { useLingui } from '@lingui/react/macro'
import { History } from 'lucide-react'
import { TitledList } from '#console/parts/list.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

export const Changes = ({ changes }: { readonly changes: OpenedFile['changes'] }) => {
  const { t } = useLingui()
  return (
    <TitledList
      label={t`Changes of the account`}
      columns={[
        { name: t`When`, cell: (one) => <Moment at={one.at} /> },
        { name: t`What`, cell: (one) => one.change },
        { name: t`Who`, cell: (one) => one.by },
        { name: t`Reason`, cell: (one) => one.reason },
      ]}
      rows={changes}
      keyOf={(one) => `${one.at} ${one.change}`}
      empty={{ icon: History, title: t`No changes` }}
    />
  )
}
