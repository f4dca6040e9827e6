import type { PrivacyRequest } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import { rolesAt, useBrands, useMe } from '#console/base/me.tsx'
import { type Column, List } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { identificationNames, kindNames, outcomeNames, wayNames } from './privacy-texts.ts'
import { CloseRequest, ExtendRequest } from './request-dialogs.tsx'

type Row = PrivacyRequest & { readonly brand: string }
type State = 'open' | 'closed'

/** The brands are asked for their own pages, and merged by time. */
export const RequestList = ({ state }: { readonly state: State }) => {
  const { t } = useLingui()
  const { brand, keys, titleOf } = useBrands('readPrivacy')
  const { list, rows } = useRequests(keys, state)
  const [opened, setOpened] = useState<{ readonly row: Row; readonly dialog: 'extend' | 'close' } | null>(null)
  const queries = useQueryClient()
  const columns: Column<Row>[] = [
    { name: t`Who`, cell: (row) => <Who row={row} /> },
    ...(brand === 'all' ? [{ name: t`Brand`, cell: (row: Row) => titleOf(row.brand) }] : []),
    { name: t`What is asked`, cell: (row) => <Asked row={row} /> },
    { name: t`Received`, cell: ({ receivedAt }) => <Moment at={receivedAt} />, isExtra: true },
    state === 'open'
      ? { name: t`Due`, cell: (row) => <Due row={row} /> }
      : { name: t`Answer`, cell: (row) => <Answer row={row} /> },
    ...(state === 'open'
      ? [
          {
            name: t`What to do`,
            cell: (row: Row) => <Actions row={row} onOpen={(dialog) => setOpened({ row, dialog })} />,
          },
        ]
      : []),
  ]
  const close = () => setOpened(null)
  const dialog = opened && {
    brand: opened.row.brand,
    request: opened.row,
    onClose: close,
    onDone: () => void queries.invalidateQueries({ queryKey: ['privacy'] }),
  }
  return (
    <>
      <List
        label={t`Requests about personal data`}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${row.brand} ${row.id}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{
          icon: Fingerprint,
          title: state === 'open' ? t`No request is open` : t`No request was closed yet`,
          text: t`Members export and delete their data by themselves in the app. What comes by email, letter or phone is recorded here.`,
        }}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        isLoadingMore={list.isFetchingNextPage}
      />
      {dialog && opened.dialog === 'extend' && <ExtendRequest {...dialog} />}
      {dialog && opened.dialog === 'close' && <CloseRequest {...dialog} />}
    </>
  )
}

const useRequests = (keys: readonly string[], state: State) =>
  useBrandPages({
    queryKey: ['privacy', 'requests', state],
    brands: keys,
    read: async (key, cursor) => {
      const { requests, more } = await api('GET /admin/api/:brand/privacy-requests', {
        params: { brand: key },
        query: { state, ...cursor },
      })
      return { rows: requests, more }
    },
    cursorOf: (end) => ({ afterAt: end.closed?.at ?? end.dueAt, afterId: end.id }),
    compare: (one, other) =>
      state === 'open'
        ? one.dueAt.localeCompare(other.dueAt)
        : (other.closed?.at ?? '').localeCompare(one.closed?.at ?? ''),
  })

const Who = ({ row: { brand, member, requester } }: { readonly row: Row }) => {
  const mayOpen = isAllowed('readMembers', rolesAt(useMe(), brand))
  if (!member) return requester ?? '—'
  if (!mayOpen) return member.name
  return (
    <Link className={parts.link} to={`/${brand}/members/${member.id}`}>
      {member.name}
    </Link>
  )
}

const Asked = ({ row: { kind, way, asks } }: { readonly row: Row }) => {
  const { i18n } = useLingui()
  return (
    <span className={parts.two}>
      <b>{i18n._(kindNames[kind])}</b>
      <span>
        {i18n._(wayNames[way])} · {asks}
      </span>
    </span>
  )
}

const week = 7 * 86_400_000

const Due = ({ row: { dueAt, extended } }: { readonly row: Row }) => {
  // The list is read again after each change; what is late meanwhile shows with the next reading.
  const [now] = useState(() => Date.now())
  const left = new Date(dueAt).getTime() - now
  return (
    <span className={parts.two}>
      <Moment at={dueAt} />
      <span>
        {left < 0 ? (
          <Badge tone="bad">
            <Trans>Late</Trans>
          </Badge>
        ) : (
          left < week && (
            <Badge tone="warn">
              <Trans>This week</Trans>
            </Badge>
          )
        )}
        {extended && <Trans>Extended: {extended.because}</Trans>}
      </span>
    </span>
  )
}

const Answer = ({ row: { closed, dueAt } }: { readonly row: Row }) => {
  const { i18n } = useLingui()
  if (!closed) return '—'
  return (
    <span className={parts.two}>
      <span>
        <Badge tone={closed.outcome === 'refused' ? 'warn' : 'ok'}>{i18n._(outcomeNames[closed.outcome])}</Badge>{' '}
        {closed.at > dueAt && (
          <Badge tone="bad">
            <Trans>Late</Trans>
          </Badge>
        )}{' '}
        {closed.answer}
      </span>
      <span>
        <Moment at={closed.at} /> · {closed.by}
        {closed.identifiedBy !== null && <> · {i18n._(identificationNames[closed.identifiedBy])}</>}
      </span>
    </span>
  )
}

const Actions = ({ row, onOpen }: { readonly row: Row; readonly onOpen: (dialog: 'extend' | 'close') => void }) => {
  const mayAnswer = isAllowed('answerPrivacy', rolesAt(useMe(), row.brand))
  if (!mayAnswer) return null
  return (
    <span className={parts.actions}>
      <Button size="sm" variant="sec" onClick={() => onOpen('close')}>
        <Trans>Close</Trans>
      </Button>
      {!row.extended && (
        <Button size="sm" variant="ghost" onClick={() => onOpen('extend')}>
          <Trans>Extend</Trans>
        </Button>
      )}
    </span>
  )
}
