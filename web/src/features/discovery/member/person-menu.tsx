import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, EllipsisVertical, Flag, UserRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../components/marks/icon.tsx'
import { IconButton } from '../../../components/buttons/icon-button.tsx'
import styles from '../discovery.module.css'

/** Whom a block or a report is about. */
export interface Concerned {
  readonly id: string
  readonly screenName: string
}

const BlockDialog = lazy(() => import('./block-dialog.tsx'))
const ReportDialog = lazy(() => import('./report-dialog.tsx'))

const useDismiss = (open: boolean, close: () => void) => {
  const box = useRef<HTMLSpanElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) latest.current()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      latest.current()
      box.current?.querySelector('button')?.focus()
    }
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    addEventListener('keydown', escape)
    return () => {
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
      removeEventListener('keydown', escape)
    }
  }, [open])
  return box
}

/** Report and block, wherever a person appears. */
export const PersonMenu = ({ person, profileLink = false }: { person: Concerned; profileLink?: boolean }) => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null)
  const box = useDismiss(open, () => setOpen(false))
  const choose = (which: 'block' | 'report') => {
    setOpen(false)
    setDialog(which)
  }
  return (
    <span className={styles.menu} ref={box}>
      <IconButton icon={EllipsisVertical} label={t`Altre azioni`} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <span className={styles.menuList}>
          {profileLink && (
            <Link to={`/user/${person.id}`}>
              <Icon of={UserRound} />
              <Trans>Vedi il profilo</Trans>
            </Link>
          )}
          <button type="button" onClick={() => choose('report')}>
            <Icon of={Flag} />
            <Trans>Segnala</Trans>
          </button>
          <button type="button" className={styles.bad} onClick={() => choose('block')}>
            <Icon of={Ban} />
            <Trans>Blocca {person.screenName}</Trans>
          </button>
        </span>
      )}
      <Suspense fallback={null}>
        {dialog === 'block' && <BlockDialog person={person} onClose={() => setDialog(null)} />}
        {dialog === 'report' && <ReportDialog person={person} onClose={() => setDialog(null)} />}
      </Suspense>
    </span>
  )
}
