import { Trans } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import styles from './parts.module.css'
import { useRowKeys } from './use-row-keys.tsx'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  /** Left out where the table has less room. */
  readonly isExtra?: boolean
}

/** A list with a heading, as one of several on a page. */
export function TitledList<Row>({ label, ...list }: Omit<Parameters<typeof List<Row>>[0], 'isPart'>) {
  return (
    <>
      <h2 className={styles.title}>{label}</h2>
      <List isPart label={label} {...list} />
    </>
  )
}

/** A table in its states: loading, failed, empty, filled. */
export function List<Row>({
  label,
  columns,
  rows,
  keyOf,
  error,
  onRetry,
  empty,
  onMore,
  isLoadingMore = false,
  isPart = false,
}: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly empty: { readonly icon: LucideIcon; readonly title: ReactNode; readonly text?: ReactNode }
  readonly onMore?: (() => void) | undefined
  readonly isLoadingMore?: boolean
  /** One of several on a page: empty, it takes a line. */
  readonly isPart?: boolean
}) {
  useRowKeys(rows !== undefined && rows.length > 0)
  // Rows that are there stay: `StaleNotice` says that they could not be fetched again.
  if (error && !rows)
    return (
      <Card>
        <ErrorState {...(onRetry && { onRetry })} />
      </Card>
    )
  if (rows?.length === 0 && isPart)
    return (
      <Card>
        <p className={styles.muted}>{empty.title}</p>
      </Card>
    )
  if (rows?.length === 0)
    return (
      <Card>
        <EmptyState {...empty} />
      </Card>
    )
  return (
    <Card kind="flush">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a table that is wider than the page */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table} aria-busy={rows === undefined}>
          <thead>
            <tr>
              {columns.map(({ name, isNumber, isExtra }) => (
                <th key={name} scope="col" data-number={isNumber} data-extra={isExtra}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined
              ? [1, 2, 3, 4].map((n) => (
                  <tr key={n}>
                    {columns.map(({ name, isExtra }) => (
                      <td key={name} data-extra={isExtra}>
                        <Skeleton />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => (
                  <tr key={keyOf(row)}>
                    {columns.map(({ name, cell, isNumber, isExtra }) => (
                      <td key={name} data-number={isNumber} data-extra={isExtra}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      {onMore && (
        <button type="button" className={styles.more} disabled={isLoadingMore} onClick={onMore}>
          {isLoadingMore ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
        </button>
      )}
    </Card>
  )
}
