import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { Author } from '#console/parts/author.tsx'
import { useFirstRows } from '#console/parts/first-rows.tsx'
import { TitledList } from '#console/parts/list.tsx'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'

type Restriction = OpenedFile['restrictions'][number]

/** Decisions against the member; one that is in force can be lifted by another person. */
export const Restrictions = ({ brand, file, onChange }: FileProps & { readonly onChange: () => void }) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const first = useFirstRows(file.restrictions)
  const mayLift = isAllowed('restrictMembers', rolesAt(useMe(), brand))
  const [lifted, setLifted] = useState<Restriction | null>(null)
  return (
    <>
      <TitledList
        label={t`Decisions against the member`}
        columns={[
          { name: t`When`, cell: (one) => <Moment at={one.from} /> },
          {
            name: t`What`,
            cell: (one) => <Badge tone={one.inForce ? 'bad' : 'info'}>{i18n._(restrictionNames[one.kind])}</Badge>,
          },
          { name: t`Ends`, cell: (one) => <End of={one} /> },
          { name: t`Who`, isExtra: true, cell: (one) => <Author of={one.by} /> },
          { name: t`Reason, as the member reads it`, cell: (one) => one.facts },
          {
            name: t`Actions`,
            cell: (one) =>
              one.inForce &&
              mayLift && (
                <Button size="sm" variant="ghost" onClick={() => setLifted(one)}>
                  <Trans>Lift</Trans>
                </Button>
              ),
          },
        ]}
        {...first}
        keyOf={(one) => one.id}
        empty={{ icon: Gavel, title: t`No decisions` }}
      />
      {lifted && (
        <ReasonDialog
          title={t`Lift this decision?`}
          intro={<Trans>What it did is undone, and the member gets a mail.</Trans>}
          action={t`Lift`}
          onClose={() => setLifted(null)}
          run={async (reason) => {
            await api('POST /admin/api/:brand/members/:id/restrictions/:restriction/lift', {
              params: { brand, id: file.id, restriction: lifted.id },
              body: { reason },
            })
            toast({ text: t`Done, and recorded in the audit.` })
            onChange()
          }}
        />
      )}
    </>
  )
}

const End = ({ of: { liftedAt, until, kind } }: { readonly of: Restriction }) => {
  if (liftedAt)
    return (
      <Trans>
        lifted <Moment at={liftedAt} />
      </Trans>
    )
  if (until) return <Moment at={until} />
  return kind === 'removal' || kind === 'suspension' ? <Trans>without an end</Trans> : '—'
}
