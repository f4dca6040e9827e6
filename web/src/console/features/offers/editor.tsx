import type { OfferFault, OfferKind, OfferView } from '@incontro/contract/admin'
import { longestNote, longestOffer } from '@incontro/contract/admin/offer-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { useCommandKey } from '#console/base/shortcuts.tsx'
import { Section } from '#console/parts/section.tsx'
import { AnswersForm } from './answers-form.tsx'
import type { Form } from './field.tsx'
import { FlowForm } from './flow-form.tsx'
import type { Editing } from './offer-edit.ts'
import styles from './offers.module.css'
import { type JsonObject, objectOf, type Path, textOf } from './paths.ts'

interface Place {
  readonly brand: string
  readonly kind: OfferKind
  readonly key: string
}

/** The draft by fields, or the file as it is; saving an approved one takes the approval away. */
export const Editor = ({
  place,
  view,
  editing,
  mayWrite,
  isSource,
  onSaved,
}: {
  readonly place: Place
  readonly view: OfferView
  readonly editing: Editing
  readonly mayWrite: boolean
  readonly isSource: boolean
  readonly onSaved: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { edit, isDirty, write } = editing
  const save = useMutation({
    mutationFn: () =>
      editing.save(
        (body) => api('PUT /admin/api/:brand/offers/:kind/:key/draft', { params: { ...place }, body: { ...body } }),
        onSaved,
      ),
  })
  useCommandKey('s', t`Save`, () => (isDirty && mayWrite ? save.mutate() : undefined))
  const faults = view.draft?.faults ?? []
  const state = view.draft?.state
  return (
    <form
      className={styles.column}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {faults.length > 0 && <Faults faults={faults} />}
      <Fields {...{ place, view, editing, mayWrite, isSource, faults }} />
      {mayWrite && (
        <Section title={<Trans>Save the draft</Trans>}>
          <TextField
            label={t`What is changed and why`}
            hint={t`For the colleague who approves it.`}
            maxLength={longestNote}
            value={edit.note}
            onChange={({ target }) => write({ note: target.value })}
          />
          {isDirty && save.error && <FieldMessage>{i18n._(problemText(save.error))}</FieldMessage>}
          <div className={styles.row}>
            <Button
              type="submit"
              disabled={!isDirty || editing.isBehind}
              busy={save.isPending && <Trans>One moment…</Trans>}
            >
              <Trans>Save</Trans>
            </Button>
            {isDirty && (
              <Button variant="ghost" onClick={editing.forget}>
                <Trans>Undo the changes</Trans>
              </Button>
            )}
            <Files place={place} write={(content) => editing.replace({ content })} />
            {isDirty && state === 'approved' && (
              <span className={styles.meta}>
                <Trans>Saving takes the approval away.</Trans>
              </span>
            )}
            {isDirty && state === 'submitted' && (
              <span className={styles.meta}>
                <Trans>Saving takes it back from approval.</Trans>
              </span>
            )}
          </div>
        </Section>
      )}
    </form>
  )
}

/** What keeps the draft from being submitted, each with its place in the file. */
const Faults = ({ faults }: { readonly faults: readonly OfferFault[] }) => (
  <Note tone="bad">
    <b>
      <Trans>This has to be put right first:</Trans>
    </b>
    <ul className={styles.faults} lang="en">
      {faults.slice(0, 20).map(({ path, reason }) => (
        <li key={`${path.join('.')} ${reason}`}>
          {path.length > 0 && <code>{path.join(' · ')}</code>} {reason}
        </li>
      ))}
    </ul>
  </Note>
)

const Fields = ({
  place,
  view,
  editing: { edit, write, round },
  mayWrite,
  isSource,
  faults,
}: {
  readonly place: Place
  readonly view: OfferView
  readonly editing: Editing
  readonly mayWrite: boolean
  readonly isSource: boolean
  readonly faults: readonly OfferFault[]
}) => {
  const { t } = useLingui()
  if (isSource || place.kind === 'legal')
    return (
      <div className={styles.source}>
        <TextArea
          label={place.kind === 'legal' ? t`Text in Markdown` : t`The file, in JSON`}
          hint={
            place.kind === 'legal'
              ? t`The first line is “# Title”. HTML is shown as text.`
              : t`It has also what has no field.`
          }
          rows={28}
          spellCheck={place.kind === 'legal'}
          maxLength={longestOffer}
          readOnly={!mayWrite}
          value={edit.content}
          onChange={({ target }) => write({ content: target.value })}
        />
      </div>
    )
  const file = objectOf(edit.content)
  if (!file)
    return (
      <Note tone="bad" role="alert">
        <Trans>The file is no JSON at the moment: put it right under File.</Trans>
      </Note>
    )
  const form: Form = {
    file,
    isFixed: !mayWrite,
    write: (next: JsonObject) => write({ content: textOf(next) }),
    faultAt: (path: Path) => faults.find((one) => one.path.join('.') === path.join('.'))?.reason,
    isFaulty: (path: Path) => faults.some((one) => `${one.path.join('.')}.`.startsWith(`${path.join('.')}.`)),
  }
  return place.kind === 'flow' ? (
    <FlowForm key={round} form={form} currencies={view.currencies} />
  ) : (
    <AnswersForm form={form} />
  )
}

/** The file to download, and one that becomes what is written. */
const Files = ({ place, write }: { readonly place: Place; readonly write: (content: string) => void }) => {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <a className={styles.meta} href={`/admin/api/${place.brand}/offers/${place.kind}/${place.key}/file`} download>
        <Trans>Download what counts now</Trans>
      </a>
      <Button variant="ghost" onClick={() => input.current?.click()}>
        <Trans>Take a file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Take a file`}
        accept={place.kind === 'legal' ? '.md,text/markdown' : '.json,application/json'}
        onChange={async ({ target }) => {
          const content = await target.files?.[0]?.text()
          target.value = ''
          if (content !== undefined) write(content)
        }}
      />
    </>
  )
}
