import type { ViewPageName } from '@incontro/contract/admin/view-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { type BrandView, type Done, usePageViews } from '#console/base/saved-views.ts'
import { SaveForm } from './save-view.tsx'
import styles from './saved-views.module.css'
import { ViewRow } from './view-row.tsx'

/** Saves what is shown, and changes what was saved. */
const ViewsDialog = ({ page, onClose }: { readonly page: ViewPageName; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { views, error, reload } = usePageViews(page)
  const [done, setDone] = useState<Done | null>(null)
  const onDone = (what: Done | null) => {
    setDone(what)
    void reload()
  }
  const rowsOf = (title: string, some: readonly BrandView[]) =>
    some.length > 0 && (
      <section className={styles.group} aria-label={title}>
        <h3>{title}</h3>
        <ul className={styles.rows}>
          {some.map((one) => (
            <ViewRow key={one.id} view={one} onDone={onDone} onFollow={onClose} />
          ))}
        </ul>
      </section>
    )
  return (
    <Dialog open title={t`Saved views`} onClose={onClose}>
      <SaveForm page={page} onDone={onDone} />
      <DoneLine done={done} onUndone={() => onDone(null)} />
      {error ? (
        <ErrorState onRetry={() => void reload()} />
      ) : views.length === 0 ? (
        <EmptyState
          icon={Bookmark}
          title={<Trans>No views of this page yet</Trans>}
          text={<Trans>Choose filters, then save them here under a name.</Trans>}
        />
      ) : (
        <>
          {rowsOf(
            t`Mine`,
            views.filter(({ isMine }) => isMine),
          )}
          {rowsOf(
            t`Shared by colleagues`,
            views.filter(({ isMine }) => !isMine),
          )}
        </>
      )}
    </Dialog>
  )
}

/** In the dialog, as a toast outside it could not be pressed. */
const DoneLine = ({ done, onUndone }: { readonly done: Done | null; readonly onUndone: () => void }) => {
  const { i18n } = useLingui()
  const undo = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: onUndone })
  return (
    <div className={styles.done} role="status">
      {done && <span>{done.text}</span>}
      {done?.undo && (
        <Button size="sm" variant="sec" onClick={() => undo.mutate(done.undo!)}>
          <Trans>Undo</Trans>
        </Button>
      )}
      {undo.error && <FieldMessage>{i18n._(problemText(undo.error))}</FieldMessage>}
    </div>
  )
}

export default ViewsDialog
