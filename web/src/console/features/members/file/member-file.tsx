import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { keepReason, useGivenReason } from '#console/base/given-reasons.ts'
import { problemText } from '#console/base/problem-text.ts'
import { useHeldActions } from '#console/parts/held-actions.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { ReasonDialog } from '#console/parts/reason-dialog.tsx'
import { FileActions } from '../actions/file-actions.tsx'
import { AccountFacts } from './account-facts.tsx'
import { Browsers } from './browsers.tsx'
import { Changes } from './changes.tsx'
import { Ledger } from './ledger.tsx'
import { Links } from './links.tsx'
import { Notes } from './notes.tsx'
import { Orders } from './orders.tsx'
import { Photos } from './photos.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'
import { Reports } from './reports.tsx'
import { Restrictions } from './restrictions.tsx'
import { Sessions } from './sessions.tsx'
import { Tickets } from './tickets.tsx'

/** A member's file. It is opened with a reason: that of the search, or one that is asked for. */
export const MemberFile = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t, i18n } = useLingui()
  const reasonGiven = useGivenReason(brand, `members/${id}`)
  const [given] = useState(reasonGiven)
  const [opened, setOpened] = useState<{ readonly file: OpenedFile; readonly reason: string } | null>(null)
  const open = useMutation({
    mutationFn: (reason: string) =>
      api('POST /admin/api/:brand/members/:id/open', { params: { brand, id }, body: { reason } }),
    // What is read again after an action replaces the file in place, and what is opened from it keeps the first reason.
    onSuccess: (file, reason) => {
      const first = opened?.reason ?? reason
      setOpened({ file, reason: first })
      const orders = file.orders.map((one) => `orders/${one.id}` as const)
      const tickets = (file.tickets ?? []).map((one) => `support/${one.id}` as const)
      keepReason(brand, [`members/${id}`, ...orders, ...tickets], first)
    },
  })
  const { mutate } = open
  useEffect(() => {
    if (given) mutate(given)
  }, [given, mutate])
  if (opened)
    return <Opened brand={brand} {...opened} error={open.error} onChange={() => mutate(t`Looked at the result`)} />
  return (
    <Page title={t`Member`}>
      {open.error && (
        <Card>
          <ErrorState onRetry={() => mutate(open.variables ?? '')} />
          <p className={parts.muted}>{i18n._(problemText(open.error))}</p>
        </Card>
      )}
      {given && open.isPending && (
        <Card aria-busy>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </Card>
      )}
      {!given && !open.error && (
        <ReasonDialog
          title={t`Open this member’s file?`}
          action={t`Open`}
          onClose={() => (open.isIdle ? history.back() : undefined)}
          run={(reason) => open.mutateAsync(reason)}
        />
      )}
    </Page>
  )
}

interface OpenedProps extends FileProps {
  readonly reason: string
  /** Why it could not be read again after an action. */
  readonly error: unknown
  readonly onChange: () => void
}

const Opened = ({ brand, file, reason, error, onChange }: OpenedProps) => {
  const { t, i18n } = useLingui()
  const { bars, done } = useHeldActions({ brand, memberId: file.id, onChange })
  return (
    <Page title={file.name ?? t`Member`} actions={<FileActions brand={brand} file={file} onDone={done} />}>
      {bars}
      {error !== null && (
        <Note tone="bad" role="alert">
          {i18n._(problemText(error))}
        </Note>
      )}
      <AccountFacts file={file} />
      <Photos brand={brand} file={file} reason={reason} />
      <Notes brand={brand} file={file} onChange={onChange} />
      <Links brand={brand} file={file} />
      <Restrictions brand={brand} file={file} onDone={done} />
      <Orders brand={brand} file={file} onDone={done} />
      <Ledger brand={brand} file={file} reason={reason} />
      <Changes changes={file.changes} />
      <div className={parts.columns}>
        <Reports brand={brand} file={file} of="about" />
        <Reports brand={brand} file={file} of="by" />
        <Tickets brand={brand} file={file} />
        <Sessions sessions={file.sessions} />
        <Browsers brand={brand} file={file} />
      </div>
    </Page>
  )
}
