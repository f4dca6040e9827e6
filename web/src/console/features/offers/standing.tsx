import type { OfferView } from '@incontro/contract/admin'
import { Trans } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'
import { BehindNote, KeptNote } from '#console/parts/edit-notes.tsx'
import { Moment } from '#console/parts/time.tsx'
import styles from './offers.module.css'
import type { Editing } from './offer-edit.ts'

/** What counts now, who did what last, and what it waits for. */
export const Standing = ({ view, editing }: { readonly view: OfferView; readonly editing: Editing }) => {
  const { live, draft } = view
  return (
    <>
      <p className={styles.meta}>
        {live === null ? (
          <Trans>The file of the brand counts now.</Trans>
        ) : (
          <Trans>
            Version {live.version} counts now, published by {live.publishedBy}, <Moment at={live.publishedAt} />. The
            file isn’t used.
          </Trans>
        )}{' '}
        {draft && (
          <Trans>
            The draft was last changed by {draft.changedBy}, <Moment at={draft.changedAt} />.
          </Trans>
        )}
      </p>
      {draft?.state === 'draft' && draft.answer !== null && (
        <Note tone="warn">
          <Trans>It was given back: {draft.answer}</Trans>
        </Note>
      )}
      {draft?.state === 'submitted' && !draft.mayApprove && (
        <Note>
          <Trans>You made or changed it: a colleague of marketing or an owner approves it.</Trans>
        </Note>
      )}
      {draft?.state === 'approved' && (
        <Note tone="ok">
          <Trans>Approved by {draft.approvedBy}.</Trans>{' '}
          {draft.publishAt === null ? (
            <Trans>It waits until someone publishes it.</Trans>
          ) : (
            <Trans>
              It is published at: <Moment at={draft.publishAt} />
            </Trans>
          )}
        </Note>
      )}
      {editing.wasKept && <KeptNote forget={editing.forget} />}
      {editing.isBehind && (
        <BehindNote forget={editing.forget}>
          {draft ? (
            <Trans>
              {draft.changedBy} has changed the draft meanwhile. Yours can’t be saved over it: copy what you need from
              File, then load theirs.
            </Trans>
          ) : (
            <Trans>
              The draft is published or discarded meanwhile. Copy what you need from File, then load it again.
            </Trans>
          )}
        </BehindNote>
      )}
    </>
  )
}
