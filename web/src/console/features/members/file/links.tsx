import type { LinkReason } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { List } from '#console/parts/list.tsx'
import { accountStateNames } from '#console/parts/member-words.ts'
import { KeyButton } from '#console/parts/key-button.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps } from '../opened-file.ts'

type Links = ReplyOf<'POST /admin/api/:brand/members/:id/links'>

const reasonName: Readonly<Record<LinkReason, MessageDescriptor>> = {
  card: msg`Same card`,
  device: msg`Same browser`,
  phone: msg`Same phone number`,
  photo: msg`Same photo`,
  network: msg`Same network within three days`,
}

/** Other accounts that may be the same person's, asked for with a reason. */
export const Links = ({ brand, file }: FileProps) => {
  const { t } = useLingui()
  const mayRead = isAllowed('readLinks', rolesAt(useMe(), brand))
  const [isAsking, setAsking] = useState(false)
  const [links, setLinks] = useState<Links | null>(null)
  if (!mayRead) return null
  return (
    <Section title={<Trans>Linked accounts</Trans>}>
      <p className={parts.muted}>
        <Trans>A hint for people: families share cards, networks and browsers. Nothing happens by itself.</Trans>
      </p>
      {links ? (
        <Found brand={brand} links={links} />
      ) : (
        <div>
          <KeyButton
            keys="i"
            name={t`Look for linked accounts`}
            size="sm"
            variant="sec"
            onPress={() => setAsking(true)}
          />
        </div>
      )}
      {isAsking && (
        <ReasonDialog
          title={t`Look for linked accounts?`}
          action={t`Look`}
          onClose={() => setAsking(false)}
          run={async (reason) =>
            setLinks(
              await api('POST /admin/api/:brand/members/:id/links', {
                params: { brand, id: file.id },
                body: { reason },
              }),
            )
          }
        />
      )}
    </Section>
  )
}

const Found = ({ brand, links }: { readonly brand: string; readonly links: Links }) => {
  const { t, i18n } = useLingui()
  return (
    <>
      <List
        isPart
        label={t`Linked accounts`}
        columns={[
          {
            name: t`Member`,
            cell: (one) => (
              <Link className={parts.link} to={`/${brand}/members/${one.id}`}>
                {one.name ?? one.id}
              </Link>
            ),
          },
          {
            name: t`Why`,
            cell: (one) => (
              <ul className={parts.rows}>
                {one.reasons.map(({ reason, at }) => (
                  <li key={reason}>
                    <span>{i18n._(reasonName[reason])}</span>
                    <Moment at={at} />
                  </li>
                ))}
              </ul>
            ),
          },
          {
            name: t`State`,
            cell: (one) => (
              <Badge tone={one.state === 'active' ? 'ok' : 'warn'}>{i18n._(accountStateNames[one.state])}</Badge>
            ),
          },
          { name: t`Since`, cell: (one) => <Moment at={one.createdAt} /> },
        ]}
        rows={links.accounts}
        keyOf={({ id }) => id}
        empty={{ icon: Link2, title: t`No account is linked to this one` }}
      />
      {links.more && (
        <p className={parts.muted}>
          <Trans>There are more than these.</Trans>
        </p>
      )}
      {links.sharedNetworks > 0 && (
        <p className={parts.muted}>
          <Trans>Networks that many accounts share say nothing and are left out: {links.sharedNetworks}</Trans>
        </p>
      )}
    </>
  )
}
