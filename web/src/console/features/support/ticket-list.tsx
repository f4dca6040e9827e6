import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Figures, useWaitingRows } from '#console/parts/figures.tsx'
import { Page } from '#console/parts/page.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { Views } from '#console/parts/views.tsx'
import { topicNames, viewNames } from './support-texts.ts'
import { useTicketFigures } from './ticket-figures.ts'
import styles from './support.module.css'
import { type BrandTicket, useTickets, useView, viewOrder } from './use-tickets.ts'

/** What people have written, by how it stands; who has waited longest comes first. */
export const TicketList = () => {
  const { t, i18n } = useLingui()
  const { brand, keys, titleOf } = useBrands('answerTickets')
  const [view, searchOf] = useView()
  const { list, rows } = useTickets(keys, view)
  const links = useRef<HTMLUListElement>(null)
  const move = (by: 1 | -1) => {
    const all = [...(links.current?.querySelectorAll('a') ?? [])]
    const at = all.findIndex((one) => one === document.activeElement)
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  useShortcut('j', t`Next request`, () => move(1))
  useShortcut('k', t`Previous request`, () => move(-1))
  return (
    <Page title={t`Support`} savedViews="support" actions={<InboxFigures brands={keys} />}>
      <Views
        label={t`Requests`}
        shown={view}
        views={viewOrder.map((one) => ({ key: one, name: i18n._(viewNames[one]), search: searchOf(one) }))}
      />
      {list.error && !rows && (
        <Card>
          <ErrorState onRetry={() => void list.refetch()} />
        </Card>
      )}
      {rows?.length === 0 && (
        <Card>
          <EmptyState
            icon={CircleCheck}
            title={view === 'open' ? <Trans>Everything is answered</Trans> : <Trans>No requests here</Trans>}
            text={<Trans>What people write on the contact page, and their replies, appear here.</Trans>}
          />
        </Card>
      )}
      {(rows ? rows.length > 0 : !list.error) && (
        <Card kind="flush">
          <ul ref={links} className={styles.list} aria-label={i18n._(viewNames[view])} aria-busy={rows === undefined}>
            {rows === undefined
              ? [1, 2, 3, 4].map((n) => (
                  <li key={n} className={styles.waiting}>
                    <Skeleton />
                    <Skeleton />
                  </li>
                ))
              : rows.map((one) => (
                  <li key={`${one.brand} ${one.id}`}>
                    <Row
                      ticket={one}
                      to={`/${one.brand}/support/${one.id}${searchOf(view)}`}
                      brandTitle={brand === 'all' ? titleOf(one.brand) : null}
                    />
                  </li>
                ))}
          </ul>
          {list.hasNextPage && (
            <button
              type="button"
              className={parts.more}
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
            </button>
          )}
        </Card>
      )}
    </Page>
  )
}

const Row = ({
  ticket: one,
  to,
  brandTitle,
}: {
  readonly ticket: BrandTicket
  readonly to: string
  readonly brandTitle: string | null
}) => {
  const { i18n } = useLingui()
  return (
    <Link className={styles.row} to={to}>
      <span className={styles.who}>
        <b>{one.name}</b>
        {one.isMember && (
          <Badge>
            <Trans>Member</Trans>
          </Badge>
        )}
        {one.heldBy !== null && (
          <Badge tone="info">
            <Trans>{one.heldBy} has it open</Trans>
          </Badge>
        )}
        {one.assignedTo && <Badge tone="info">{one.assignedTo.name}</Badge>}
      </span>
      <span className={styles.subject} lang={one.locale}>
        {one.subject}
      </span>
      <span className={styles.meta}>
        {brandTitle !== null && `${brandTitle} · `}
        {i18n._(topicNames[one.topic])}
      </span>
      <span className={styles.when}>
        <Moment at={one.waitingSince ?? one.lastAt} />
      </span>
    </Link>
  )
}

/** How the inbox stands, of all brands that are shown. */
const InboxFigures = ({ brands }: { readonly brands: readonly string[] }) => {
  const data = useTicketFigures(brands)
  const rows = useWaitingRows(data, <Trans>Median to the first answer</Trans>)
  return data.length === 0 ? null : <Figures rows={rows} />
}
