import { Trans, useLingui } from '@lingui/react/macro'
import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { samePage } from '#console/base/leave-guard.tsx'
import { useBrands } from '#console/base/me.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { classNames } from '#styles/class-names.ts'
import { CaseBadges } from './case-badges.tsx'
import { kindNames, partName } from './queue-texts.ts'
import styles from './case-list.module.css'
import { type BrandCase, useCaseList } from './use-case-list.ts'
import { searchOfKind, useKind } from './use-kind.ts'

/** What waits, beside the case that is shown; on a narrow screen it opens above it. */
export const CaseList = ({ shownId }: { readonly shownId: string | undefined }) => {
  const { t } = useLingui()
  const { brand, keys, titleOf } = useBrands('moderate')
  const kind = useKind()
  const { list, rows } = useCaseList(keys, kind)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLUListElement>(null)
  const move = (by: 1 | -1) => {
    setOpen(true)
    const all = [...(place.current?.querySelectorAll('a') ?? [])]
    const focused = all.findIndex((one) => one === document.activeElement)
    const from = focused === -1 ? all.findIndex((one) => one.ariaCurrent === 'true') : focused
    all[Math.min(Math.max(from + by, 0), all.length - 1)]?.focus()
  }
  useShortcut('n', t`Next case of the list`, () => move(1))
  useShortcut('p', t`Previous case of the list`, () => move(-1))
  return (
    <Card as="section" kind="flush" className={styles.card} aria-label={t`What waits`}>
      <div className={styles.toggle}>
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={ListFilter} /> <Trans>What waits</Trans>
        </Button>
      </div>
      <div className={classNames(styles.content, isOpen && styles.open)}>
        {list.error && !rows && <ErrorState onRetry={() => void list.refetch()} />}
        {rows?.length === 0 && (
          <p className={styles.none}>
            <Trans>No case waits here.</Trans>
          </p>
        )}
        <ul ref={place} className={styles.list} aria-busy={rows === undefined && !list.error}>
          {rows === undefined && !list.error
            ? [1, 2, 3, 4].map((n) => (
                <li key={n} className={styles.row}>
                  <Skeleton />
                  <Skeleton />
                </li>
              ))
            : rows?.map((one) => (
                <li key={`${one.brand} ${one.id}`}>
                  <Row
                    of={one}
                    to={`/${one.brand}/queue/${one.id}${searchOfKind(kind)}`}
                    isShown={one.id === shownId}
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
        <p className={styles.keys}>
          <Kbd>N</Kbd> <Kbd>P</Kbd> <Trans>through the list</Trans>
        </p>
      </div>
    </Card>
  )
}

const Row = ({
  of: one,
  to,
  isShown,
  brandTitle,
}: {
  readonly of: BrandCase
  readonly to: string
  readonly isShown: boolean
  readonly brandTitle: string | null
}) => {
  const { i18n } = useLingui()
  const about = [brandTitle, ...one.parts.map((part) => i18n._(partName(part)))].filter(Boolean).join(' · ')
  return (
    <Link
      className={styles.row}
      to={to}
      state={isShown ? samePage : undefined}
      aria-current={isShown ? 'true' : undefined}
    >
      <span className={styles.kind}>
        <b>{i18n._(kindNames[one.kind])}</b>
        <CaseBadges of={one} />
        {one.heldBy !== null && (
          <Badge tone="info">
            <Trans>{one.heldBy} has it open</Trans>
          </Badge>
        )}
      </span>
      <span className={styles.when}>
        <Moment at={one.openedAt} />
      </span>
      {about !== '' && <span className={styles.why}>{about}</span>}
    </Link>
  )
}
