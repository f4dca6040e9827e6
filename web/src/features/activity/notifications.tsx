import type { NotificationItem } from '@incontro/contract/domain'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Eye, Heart } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '#app/api/api.ts'
import { promptly } from '#app/api/promptly.ts'
import { nextPage } from '#app/api/next-page.ts'
import { webContext } from '#app/server/server-context.ts'
import { useDeferredFirst, useMostRows } from '#app/session/deferred-first.ts'
import { countsKey, useCounts, useSession } from '#app/session/session.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { Title } from '#app/seo/title.tsx'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Card } from '#components/layout/card.tsx'
import { useHydrating } from '#components/layout/use-hydrating.ts'
import { classNames } from '#styles/class-names.ts'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Count } from '#components/marks/labels.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Tabs } from '#components/layout/tabs.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { renderedChoiceTexts, useChoiceTexts, useRenderedChoiceTexts } from '#features/choices/index.ts'
import { renderedVerification, VerificationProposal } from '#features/photos/index.ts'
import { useIsBlocked, useMemberMenu } from '#features/trust/index.ts'
import styles from './activity.module.css'
import { NextAct } from './next-act.tsx'
import { NotificationRow } from './notification-row.tsx'
import { notificationsKey, notificationsQuery, renderedNotifications } from './notifications-query.ts'
import { openingTab } from './opening-tab.ts'
import { useLike } from './use-like.tsx'

const Loading = () => {
  const { t } = useLingui()
  return (
    <div className={styles.list} aria-busy="true" role="status" aria-label={t`Loading the notifications`}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={classNames(styles.row, styles.waiting)}>
          <Skeleton shape="circle" />
          <span className={styles.words}>
            <Skeleton shape="short" />
            <Skeleton />
          </span>
        </div>
      ))}
    </div>
  )
}

/**
 * A tab that is selected shows its panel in one piece, which takes a slow phone several frames with a hundred rows.
 * Deferred rows are rendered in short tasks between which the page answers.
 * @param immediate whether the rows were loaded before, so that the page scrolls back to its place, or are in the document
 */
const Rows = ({ immediate, children }: { immediate: boolean; children: ReactNode }) => {
  const rows = useDeferredValue(children, immediate ? undefined : null)
  return rows ? <ul className={styles.list}>{rows}</ul> : <Loading />
}

export const handle: MemberHandle = { title: msg`Notifications` }

/** What happened stands in the document: a phone's script comes seconds later. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { session, api, locale } = context.get(webContext)
  if (!session) return null
  const send = promptly(api)
  const [items, verification] = await Promise.all([
    renderedNotifications(session.clickid, send),
    // It stands above the list, and would move it.
    session.emailConfirmed ? renderedVerification(session.clickid, send) : null,
  ])
  const texts = items?.some(({ prompt }) => prompt) ? await renderedChoiceTexts(locale, send) : null
  return { items, verification, texts }
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

/** The members who liked this member or visited their page. */
export default function Notifications() {
  const { t } = useLingui()
  const client = useQueryClient()
  const { session } = useSession()
  const counts = useCounts()
  const likes = useLike()
  // Chosen once the list is there, and by the member from then on: reading what is new must not turn the page.
  const [tab, setTab] = useState<string | null>(null)
  const rendered = useLoaderData<typeof loader>()
  useRenderedChoiceTexts(rendered?.texts)
  const query = useInfiniteQuery({
    ...notificationsQuery(session.clickid),
    ...(rendered?.items && { initialData: { pages: [rendered.items], pageParams: [undefined] } }),
    // What came since the document was rendered reached no socket of this page.
    initialDataUpdatedAt: 0,
  })
  const isHydrating = useHydrating()
  const most = useMostRows()
  const { refetch, hasNextPage, isFetchingNextPage } = query
  const data = useDeferredFirst(query.data)
  const isError = query.isError && !data
  const isPending = !data && !isError
  const [isReturn] = useState(data !== undefined && !isHydrating)
  const openMenu = useMemberMenu()
  // Once for all rows: in each row, its arrival would render them in one piece.
  const texts = useChoiceTexts()
  const isBlocked = useIsBlocked()
  const items = (data?.pages.flat() ?? [])
    .filter(({ memberId }) => !isBlocked(memberId))
    .toSorted((one, other) => other.time.localeCompare(one.time))
  const visits = items.filter((item) => item.type === 'visita')
  // With very many liked members the counts come after the document: its rows choose, and the page does not turn then.
  if (tab === null && data && (counts || rendered?.items))
    setTab(openingTab(items, { likes: counts?.unreadLikes ?? 0, visits: counts?.unreadVisits ?? 0 }))

  /** Marks the notifications from one member, or all of them, as read. */
  const read = async (from: { readonly memberId?: string }) => {
    const body = { clickid: session.clickid, ...from }
    // What could not be marked as read stays unread, as the list fetched below shows.
    await api('POST /api/log/notification/readed', { body }).catch(() => undefined)
    void client.invalidateQueries({ queryKey: countsKey })
    void client.invalidateQueries({ queryKey: notificationsKey })
  }
  const open = (item: NotificationItem) => {
    if (!item.isRead) void read({ memberId: item.memberId })
  }
  // Some may lie on pages that are not loaded.
  const hasUnread = items.some(({ isRead }) => !isRead) || (counts?.unreadLikes ?? 0) + (counts?.unreadVisits ?? 0) > 0

  const list = (shown: readonly NotificationItem[], kind: 'like' | 'visita') =>
    shown.length > 0 ? (
      <Rows immediate={isReturn || isHydrating}>
        {shown.slice(0, most).map((item) => (
          <NotificationRow
            key={item.notificationId}
            item={item}
            prompt={item.prompt ? texts?.prompt(item.prompt) : undefined}
            likes={likes}
            onOpen={open}
            onMenu={openMenu}
          />
        ))}
      </Rows>
    ) : (
      <Card>
        <EmptyState
          icon={kind === 'like' ? Heart : Eye}
          title={kind === 'like' ? <Trans>No likes yet</Trans> : <Trans>No visits yet</Trans>}
          text={<Trans>Only what people really do shows up here.</Trans>}
          action={<NextAct />}
        />
      </Card>
    )
  const label = (words: string, unreadCount: number) => (
    <span className={styles.tab}>
      {words}
      <Count value={unreadCount} />
      {unreadCount > 0 && <span className={text.hidden}>{t`${unreadCount} unread`}</span>}
    </span>
  )
  const tabs = [
    {
      id: 'like',
      label: label(t`Likes`, counts?.unreadLikes ?? 0),
      content: isPending ? (
        <Loading />
      ) : (
        list(
          items.filter((item) => item.type === 'like'),
          'like',
        )
      ),
    },
    ...(visits.length > 0
      ? [{ id: 'visita', label: label(t`Visits`, counts?.unreadVisits ?? 0), content: list(visits, 'visita') }]
      : []),
  ]
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Notifications`}</Title>
      <div className={styles.head}>
        <h1 className={classNames(text.h1, text.inBar)}>
          <Trans>Notifications</Trans>
        </h1>
      </div>
      {isError && (
        <Card>
          <ErrorState
            title={<Trans>We can’t load your notifications</Trans>}
            text={<Trans>Something went wrong. Please try again shortly.</Trans>}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
      <VerificationProposal rendered={rendered?.verification} />
      {!isError && (
        <Tabs
          label={t`Notifications`}
          items={tabs}
          selected={tab !== null && tabs.some(({ id }) => id === tab) ? tab : 'like'}
          onSelect={setTab}
          action={
            hasUnread && <IconButton icon={CheckCheck} label={t`Mark all as read`} onClick={() => void read({})} />
          }
        />
      )}
      {data && hasNextPage && most === Infinity && (
        <p className={styles.more}>
          <Button
            variant="sec"
            busy={isFetchingNextPage && <Trans>Loading…</Trans>}
            onClick={() => void nextPage(query)}
          >
            <Trans>Show earlier ones</Trans>
          </Button>
        </p>
      )}
      {items.length > 0 && (
        <p className={styles.foot}>
          <Trans>When nothing happens, nothing appears here.</Trans>
        </p>
      )}
    </main>
  )
}
