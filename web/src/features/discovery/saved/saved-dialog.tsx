import { longestSearchName, mostSavedSearches } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, ApiProblem, type ReplyOf } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import type { FilterControls } from '../filters/use-filters.tsx'
import { savedQuery } from '../matches/saved-query.ts'
import { SavedRow } from './saved-row.tsx'
import styles from './saved.module.css'

/** The member's saved searches: open, rename or delete them, and save the current one. */
const SavedDialog = ({ filtering, onClose }: { readonly filtering: FilterControls; readonly onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const {
    session: { clickid },
  } = useSession()
  const client = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const { data, isError, isFetching, refetch } = useQuery(savedQuery)
  const [name, setName] = useState('')
  const change = (work: () => Promise<ReplyOf<'GET /dispenser/searches'>>) =>
    attempt(async () => client.setQueryData(savedQuery.queryKey, await work()))
  const keep = (event: FormEvent) => {
    event.preventDefault()
    void change(() => api('POST /dispenser/searches', { body: { trackerId: clickid, name } }))
  }
  const open = async (id: string) => {
    try {
      await filtering.open(id)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'cambia_regione')) throw error
      onClose()
      filtering.onHook('cambia_regione')
    }
  }
  const searches = data?.searches ?? []
  const mayKeep = data && !searches.some(({ isCurrent }) => isCurrent)
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Your searches</Trans>}
      intro={<Trans>Filters and area, ready to open again. Beside each, who has joined since you last looked.</Trans>}
    >
      <div className={styles.body}>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        {!data && isError && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton shape="block" />}
        {searches.length > 0 && (
          <ul className={styles.rows}>
            {searches.map((search) => (
              <SavedRow
                key={search.id}
                search={search}
                busy={busy}
                onOpen={() => void attempt(() => open(search.id))}
                onRename={(renamed) =>
                  change(() =>
                    api('PUT /dispenser/searches/:searchId', {
                      params: { searchId: search.id },
                      body: { trackerId: clickid, name: renamed },
                    }),
                  )
                }
                onRemove={() =>
                  void change(() => api('DELETE /dispenser/searches/:searchId', { params: { searchId: search.id } }))
                }
              />
            ))}
          </ul>
        )}
        {mayKeep &&
          (searches.length < mostSavedSearches ? (
            <form className={layout.form} onSubmit={keep} noValidate>
              <TextField
                label={t`Name`}
                optional={t`(optional)`}
                hint={<Trans>Without a name we call it by its area and filters.</Trans>}
                value={name}
                maxLength={longestSearchName}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
              <Button type="submit" block busy={busy && <Trans>Saving…</Trans>}>
                <Trans>Save the current search</Trans>
              </Button>
            </form>
          ) : (
            <Note>
              <Trans>You can keep ten: to save the current one, delete another.</Trans>
            </Note>
          ))}
      </div>
    </Dialog>
  )
}

export default SavedDialog
