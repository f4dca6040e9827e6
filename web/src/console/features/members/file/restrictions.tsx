import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { Author } from '#console/parts/author.tsx'
import { useFirstRows } from '#console/parts/first-rows.tsx'
import type { OnDone } from '#console/parts/held-actions.tsx'
import { HeldDialog } from '#console/parts/held-dialog.tsx'
import { TitledList } from '#console/parts/list.tsx'
import { restrictionNames } from '#console/parts/restriction-names.ts'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'

type Restriction = OpenedFile['restrictions'][number]

/** Decisions against the member; one that is in force can be lifted by another person. */
export const Restrictions = ({ brand, file, onDone }: FileProps & { readonly onDone: OnDone }) => {
  const { t, i18n } = useLingui()
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
        <HeldDialog
          title={t`Lift this decision?`}
          intro={<Trans>What it did is undone, and the member gets a mail.</Trans>}
          later={<Trans>Later, restrict the member again.</Trans>}
          action={t`Lift`}
          onClose={() => setLifted(null)}
          onDone={onDone}
          run={(reason) =>
            api('POST /admin/api/:brand/members/:id/restrictions/:restriction/lift', {
              params: { brand, id: file.id, restriction: lifted.id },
              body: { reason },
            })
          }
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
