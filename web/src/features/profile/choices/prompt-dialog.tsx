import type { AnsweredPrompt, PromptId } from '@incontro/contract'
import { profileLimits } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { usePending } from '#app/api/use-pending.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import type { ChoiceTexts } from '#features/choices/index.ts'
import CoveredInProfile from '../cards/covered-in-profile.tsx'

/** Chooses a prompt and edits its answer. */
const PromptDialog = ({
  texts,
  prompts,
  edited,
  save,
  onClose,
}: {
  readonly texts: ChoiceTexts
  readonly prompts: readonly AnsweredPrompt[]
  /** The answer being edited; null for a new one. */
  readonly edited: AnsweredPrompt | null
  readonly save: (prompts: AnsweredPrompt[]) => Promise<boolean>
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const open = texts.prompts.filter(({ id }) => id === edited?.id || !prompts.some((one) => one.id === id))
  const [id, setId] = useState<PromptId | undefined>(edited?.id ?? open[0]?.id)
  const [answer, setAnswer] = useState(edited?.answer ?? '')
  const [empty, setEmpty] = useState(false)
  const [busy, run] = usePending()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = answer.replace(/\s+/g, ' ').trim()
    if (words === '' || id === undefined) return setEmpty(true)
    const next = { id, answer: words }
    const all = edited ? prompts.map((one) => (one === edited ? next : one)) : [...prompts, next]
    const saved = await run(() => save(all))
    if (saved) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={edited ? <Trans>Change the answer</Trans> : <Trans>An answer on your profile</Trans>}
      intro={<Trans>People can reply to exactly this: it’s the easiest way to start.</Trans>}
    >
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        <SelectField label={t`Prompt`} value={id} onChange={(event) => setId(event.target.value as PromptId)}>
          {open.map((one) => (
            <option key={one.id} value={one.id}>
              {one.text}
            </option>
          ))}
        </SelectField>
        <div className={layout.noted}>
          <TextArea
            label={t`Your answer`}
            rows={3}
            maxLength={profileLimits.answer}
            value={answer}
            error={empty && answer.trim() === '' && <Trans>Write a few words.</Trans>}
            onChange={(event) => setAnswer(event.target.value)}
          />
          <CoveredInProfile text={answer} />
        </div>
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default PromptDialog
