import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { useDesks } from './privacy-query.ts'

/** Members whose data is kept for an authority or a dispute. A hold begins and ends in the member's file. */
export const HoldList = () => {
  const { t } = useLingui()
  const { desks, error, refetch, isOfAll, titleOf } = useDesks()
  const rows = desks?.flatMap(({ brand, holds }) => holds.map((hold) => ({ brand, ...hold })))
  return (
    <List
      label={t`Legal holds`}
      rows={rows}
      keyOf={({ brand, member }) => `${brand} ${member.id}`}
      error={error}
      onRetry={refetch}
      empty={{
        icon: Lock,
        title: t`Nothing is held`,
        text: t`A hold keeps a member’s data from being erased. It begins and ends in the member’s file.`,
      }}
      columns={[
        {
          name: t`Member`,
          cell: ({ brand, member }) => (
            <Link className={parts.link} to={`/${brand}/members/${member.id}`}>
              {member.name}
            </Link>
          ),
        },
        ...(isOfAll ? [{ name: t`Brand`, cell: ({ brand }: { readonly brand: string }) => titleOf(brand) }] : []),
        { name: t`Reason`, cell: ({ reason }) => reason },
        { name: t`Since`, cell: ({ since }) => <Moment at={since} /> },
        {
          name: t`Held until`,
          cell: ({ until }) => (until === null ? <Trans>Until it is ended</Trans> : <Moment at={until} />),
        },
        { name: t`By`, cell: ({ by }) => by, isExtra: true },
      ]}
    />
  )
}
