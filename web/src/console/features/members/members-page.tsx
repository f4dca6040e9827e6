import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Search, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import { accountStateNames } from '#console/parts/member-words.ts'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { MemberFile } from './file/member-file.tsx'
import { matchName } from './member-words.ts'

type Found = ReplyOf<'POST /admin/api/:brand/members/search'>['members'][number] & { readonly brand: string }

/** The search, or the file of the member in the address. */
const MembersPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  const { t } = useLingui()
  return rest === '' ? (
    <Page title={t`Members`}>
      <SearchForm />
    </Page>
  ) : (
    <MemberFile key={rest} brand={brand} id={rest} />
  )
}

const SearchForm = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('readMembers')
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(useSearchParams()[0].get('q') ?? '')
  const [reason, setReason] = useState('')
  useShortcut('f', t`Find a member`, () => field.current?.focus())
  const search = useMutation({
    mutationFn: async (): Promise<{ readonly members: readonly Found[]; readonly more: boolean }> => {
      const replies = await Promise.all(
        keys.map(async (key) => ({
          key,
          ...(await api('POST /admin/api/:brand/members/search', { params: { brand: key }, body: { query, reason } })),
        })),
      )
      return {
        members: replies.flatMap(({ key, members }) => members.map((one) => ({ ...one, brand: key }))),
        more: replies.some(({ more }) => more),
      }
    },
    // One hit of something that only one has is what was looked for.
    onSuccess: ({ members }) => {
      const [only] = members
      if (members.length === 1 && only?.email) void navigate(`/${only.brand}/members/${only.id}`, { state: { reason } })
    },
  })
  const columns: Column<Found>[] = [
    {
      name: t`Member`,
      cell: (one) => (
        <span className={parts.two}>
          <Link className={parts.link} to={`/${one.brand}/members/${one.id}`} state={{ reason }}>
            {one.name ?? one.id}
          </Link>
          <span>{one.email ?? one.id}</span>
        </span>
      ),
    },
    { name: t`Found by`, cell: (one) => i18n._(matchName[one.matched]) },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (one: Found) => titleOf(one.brand) }] : []),
    {
      name: t`State`,
      cell: (one) => (
        <Badge tone={one.state === 'active' ? 'ok' : 'warn'}>{i18n._(accountStateNames[one.state])}</Badge>
      ),
    },
    { name: t`Since`, cell: (one) => <Moment at={one.createdAt} /> },
  ]
  return (
    <>
      <Card as="section">
        <form
          className={parts.line}
          onSubmit={(event) => {
            event.preventDefault()
            search.mutate()
          }}
        >
          <TextField
            ref={field}
            label={t`Email, name, phone, order, id, browser or network`}
            hint={t`The beginning of a name is enough. A network is an IP address, or 10.20.30.0/24.`}
            icon={Search}
            required
            autoFocus
            maxLength={254}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <TextField
            label={t`Reason`}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" busy={search.isPending && <Trans>One moment…</Trans>}>
            <Trans>Find</Trans>
          </Button>
        </form>
        {search.error && <FieldMessage>{i18n._(problemText(search.error))}</FieldMessage>}
      </Card>
      {search.data && (
        <>
          <List
            label={t`Members`}
            columns={columns}
            rows={search.data.members}
            keyOf={(one) => `${one.brand} ${one.id}`}
            empty={{
              icon: Users,
              title: t`No member has this`,
              text: t`Check the spelling, or choose another brand.`,
            }}
          />
        </>
      )}
      {search.data?.more && (
        <p className={parts.muted}>
          <Trans>There are more: type more of the name, or a smaller network.</Trans>
        </p>
      )}
    </>
  )
}

export default MembersPage
