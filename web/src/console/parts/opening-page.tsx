import { useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Page } from './page.tsx'
import parts from './parts.module.css'

/** A page of one thing until that has been opened: it loads, or says why it can’t be. */
export const OpeningPage = ({
  title,
  actions,
  error,
  onRetry,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly error: unknown
  readonly onRetry: () => void
}) => {
  const { i18n } = useLingui()
  return (
    <Page title={title} actions={actions}>
      <Card aria-busy={!error}>
        {error ? (
          <ErrorState onRetry={onRetry} text={i18n._(problemText(error))} />
        ) : (
          <>
            <Skeleton />
            <Skeleton />
            <Skeleton />
          </>
        )}
      </Card>
    </Page>
  )
}

/** The way back to a list, also by the key `u`. */
export const BackLink = ({
  to,
  help,
  children,
}: {
  readonly to: string
  /** What the key does, for the sheet of keys. */
  readonly help: string
  readonly children: ReactNode
}) => {
  const navigate = useNavigate()
  useShortcut('u', help, () => void navigate(to))
  return (
    <Link className={parts.back} to={to}>
      <Icon of={ArrowLeft} size={18} />
      {children}
    </Link>
  )
}
