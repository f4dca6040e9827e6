import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useDate } from '#app/i18n/date.ts'
import { Title } from '#app/seo/title.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { useSession } from '#app/session/session.tsx'
import { useTimeZone } from '#app/session/time-zone.ts'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { AmountText, CauseText } from './cause-text.tsx'
import { daysOf, type StatementDay } from './days.ts'
import { saveFile, statementCsv } from './statement-file.ts'
import { type StatementAccount, statementQuery, wholeStatement } from './statement-query.ts'
import styles from './statement.module.css'

export const handle: MemberHandle = { title: msg`Balance history` }

const Loading = () => {
  const { t } = useLingui()
  return (
    <div className={styles.skeletons} aria-busy="true" role="status" aria-label={t`Loading your balance history`}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} shape="block" className={styles.skeleton} />
      ))}
    </div>
  )
}

const Day = ({ day }: { day: StatementDay }) => {
  const date = useDate()
  return (
    <section className={styles.day}>
      <h2 className={styles.date}>{date(new Date(day.time))}</h2>
      <ul className={styles.lines}>
        {day.lines.map((line) => (
          <li key={line.id} className={styles.line}>
            <span>
              <CauseText line={line} />
            </span>
            <span className={classNames(styles.amount, line.amount > 0 && styles.received)}>
              <AmountText account={line.account} amount={line.amount} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where the member's messages, first messages and likes came from, and how they were used. */
export default function Statement() {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  const timeZone = useTimeZone()
  const [account, setAccount] = useState<StatementAccount | null>(null)
  const { data, isPending, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(statementQuery(session.clickid, account))
  const { busy, failure, attempt } = useAttempt()
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const save = () =>
    attempt(async () => {
      const all = await wholeStatement(session.clickid)
      saveFile(`${t`balance-history`}-${new Date().toISOString().slice(0, 10)}.csv`, statementCsv(all))
    })
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Balance history`}</Title>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 className={classNames(text.h1, text.inBar)}>
            <Trans>Balance history</Trans>
          </h1>
          <p className={text.muted}>
            <Trans>What you’ve been given, bought and used.</Trans>
          </p>
        </div>
        {entries.length > 0 && (
          <Button size="sm" variant="sec" busy={busy && <Trans>Preparing…</Trans>} onClick={() => void save()}>
            <Icon of={Download} size={16} />
            <Trans>Download (CSV)</Trans>
          </Button>
        )}
      </div>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.filter}>
        <SegmentedControl
          label={<span className={text.hidden}>{t`What to show`}</span>}
          name="account"
          value={account ?? 'all'}
          onChange={(value) => setAccount(value === 'all' ? null : (value as StatementAccount))}
          options={[
            { value: 'all', label: <Trans>All</Trans> },
            { value: 'messages', label: <Trans context="those written">Messages</Trans> },
            { value: 'icebreakers', label: <Trans>First messages</Trans> },
            { value: 'likes', label: <Trans>Like</Trans> },
          ]}
        />
      </div>
      {isPending && <Loading />}
      {isError && entries.length === 0 && (
        <Card>
          <ErrorState
            busy={isFetching}
            onRetry={() => void refetch()}
            title={<Trans>We can’t load your balance history</Trans>}
          />
        </Card>
      )}
      {data && entries.length === 0 && (
        <Card>
          <EmptyState
            icon={ReceiptText}
            title={<Trans>Nothing here yet</Trans>}
            text={<Trans>What you’re given, buy and use appears here.</Trans>}
          />
        </Card>
      )}
      <div aria-busy={isFetching}>
        {daysOf(entries, timeZone).map((day) => (
          <Day key={day.time} day={day} />
        ))}
      </div>
      {hasNextPage && (
        <p className={styles.more}>
          <Button
            variant="sec"
            busy={isFetchingNextPage && <Trans>Loading…</Trans>}
            onClick={() => void fetchNextPage()}
          >
            <Trans context="entries">Show earlier ones</Trans>
          </Button>
        </p>
      )}
    </main>
  )
}
