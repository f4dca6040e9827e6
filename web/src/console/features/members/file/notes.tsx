import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { api } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import parts from '#console/parts/parts.module.css'
import { RowKeys } from '#console/parts/use-row-keys.tsx'
import { useFleeting, useFleetingForm } from '#console/base/unsaved.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Section } from '#console/parts/section.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'

type Note = OpenedFile['notes'][number]
interface NotesProps extends FileProps {
  readonly onChange: () => void
}

/** What colleagues noted; one’s own can be changed and deleted for some minutes. */
export const Notes = ({ brand, file, onChange }: NotesProps) => {
  const [changed, setChanged] = useState<Note | null>(null)
  const [deleted, setDeleted] = useState<Note | null>(null)
  const mayNote = isAllowed('noteMembers', rolesAt(useMe(), brand))
  return (
    <Section title={<Trans>Notes</Trans>}>
      {mayNote && <NewNote brand={brand} file={file} onChange={onChange} />}
      {file.notes.some(({ changeableUntil }) => changeableUntil) && <RowKeys />}
      {file.notes.length > 0 && (
        <ul className={parts.rows}>
          {file.notes.map((one) => (
            <li key={one.id} data-row>
              <span className={parts.note}>
                <span>{one.text}</span>
                <span className={parts.muted}>
                  {one.by} · <Moment at={one.at} />
                  {one.editedAt && (
                    <>
                      {' · '}
                      <Trans>changed</Trans>
                    </>
                  )}
                </span>
              </span>
              {one.changeableUntil && <Tools onChange={() => setChanged(one)} onDelete={() => setDeleted(one)} />}
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <ChangeNote brand={brand} file={file} note={changed} onClose={() => setChanged(null)} onChange={onChange} />
      )}
      {deleted && (
        <DeleteNote brand={brand} file={file} note={deleted} onClose={() => setDeleted(null)} onChange={onChange} />
      )}
    </Section>
  )
}

const Tools = ({ onChange, onDelete }: { readonly onChange: () => void; readonly onDelete: () => void }) => {
  const { t } = useLingui()
  return (
    <span className={parts.tools}>
      <IconButton icon={Pencil} label={t`Change the note`} onClick={onChange} />
      <IconButton icon={Trash2} label={t`Delete the note`} onClick={onDelete} />
    </span>
  )
}

const NewNote = ({ brand, file, onChange }: NotesProps) => {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut('n', t`New note`, () => field.current?.focus())
  const add = useMutation({
    mutationFn: (sent: string) =>
      api('POST /admin/api/:brand/members/:id/notes', { params: { brand, id: file.id }, body: { text: sent } }),
    onSuccess: (_, sent) => {
      setText((now) => (now.startsWith(sent) ? now.slice(sent.length) : now))
      onChange()
    },
  })
  useFleeting(text.trim() !== '' && !add.isPending)
  return (
    <form
      className={parts.form}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(text)
      }}
    >
      <TextArea
        ref={field}
        label={t`New note`}
        hint={t`For colleagues. The member may read it in the export of their data.`}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {add.error && <FieldMessage>{i18n._(problemText(add.error))}</FieldMessage>}
      <div className={parts.actions}>
        <Button
          type="submit"
          size="sm"
          variant="sec"
          disabled={text.trim() === ''}
          busy={add.isPending && <Trans>One moment…</Trans>}
        >
          <Trans>Add the note</Trans>
        </Button>
      </div>
    </form>
  )
}

interface OneNoteProps extends NotesProps {
  readonly note: Note
  readonly onClose: () => void
}

const ChangeNote = ({ brand, file, note, onClose, onChange }: OneNoteProps) => {
  const { t, i18n } = useLingui()
  const [text, setText] = useState(note.text)
  const change = useMutation({
    mutationFn: () =>
      api('PUT /admin/api/:brand/members/:id/notes/:note', {
        params: { brand, id: file.id, note: note.id },
        body: { text },
      }),
    onSuccess: () => {
      onClose()
      onChange()
    },
  })
  const fleeting = useFleetingForm(change.isError)
  return (
    <Dialog open title={t`Change the note`} intro={<Trans>The audit keeps how it was.</Trans>} onClose={onClose}>
      <form
        {...fleeting}
        className={parts.form}
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <TextArea
          label={t`Note`}
          required
          rows={4}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {change.error && <FieldMessage>{i18n._(problemText(change.error))}</FieldMessage>}
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={text.trim() === ''} busy={change.isPending && <Trans>One moment…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const DeleteNote = ({ brand, file, note, onClose, onChange }: OneNoteProps) => {
  const { t, i18n } = useLingui()
  const remove = useMutation({
    mutationFn: () =>
      api('DELETE /admin/api/:brand/members/:id/notes/:note', { params: { brand, id: file.id, note: note.id } }),
    onSuccess: () => {
      onClose()
      onChange()
    },
  })
  return (
    <Dialog open title={t`Delete the note?`} intro={<Trans>The audit keeps how it was.</Trans>} onClose={onClose}>
      {remove.error && <FieldMessage>{i18n._(problemText(remove.error))}</FieldMessage>}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" busy={remove.isPending && <Trans>One moment…</Trans>} onClick={() => remove.mutate()}>
          <Trans>Delete</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
