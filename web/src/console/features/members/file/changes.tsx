import { useLingui } from '@lingui/react/macro'
import { History } from 'lucide-react'
import { Author } from '#console/parts/author.tsx'
import { useFirstRows } from '#console/parts/first-rows.tsx'
import { TitledList } from '#console/parts/list.tsx'
import { accountChangeNames } from '#console/parts/member-words.ts'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

export const Changes = ({ changes }: { readonly changes: OpenedFile['changes'] }) => {
  const { t, i18n } = useLingui()
  const first = useFirstRows(changes)
  return (
    <TitledList
      label={t`Changes of the account`}
      columns={[
        { name: t`When`, cell: (one) => <Moment at={one.at} /> },
        { name: t`What`, cell: (one) => i18n._(accountChangeNames[one.change]) },
        { name: t`Who`, cell: (one) => <Author of={one.by} /> },
        { name: t`Reason`, cell: (one) => one.reason },
      ]}
      {...first}
      keyOf={(one) => `${one.at} ${one.change}`}
      empty={{ icon: History, title: t`No changes` }}
    />
  )
}
