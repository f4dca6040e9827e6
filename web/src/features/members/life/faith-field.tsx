import type { FaithId } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import layout from '#styles/layout.module.css'

/**
 * The faith is sensitive data: it is only sent with a consent of its own, which is given each time and never ticked, and
 * taken back by choosing "I don't say".
 */
export const FaithField = ({
  faith,
  all,
  onSave,
}: {
  readonly faith: FaithId | null
  readonly all: readonly { readonly id: FaithId; readonly text: string }[]
  readonly onSave: (changes: { faith: null } | { faith: FaithId; faithConsent: true }) => Promise<boolean>
}) => {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<FaithId | null>(null)
  const [agreed, setAgreed] = useState(false)
  const choose = (value: string) => {
    const next = all.find(({ id }) => id === value)?.id ?? null
    setAgreed(false)
    setChosen(next === faith ? null : next)
    if (next === null && faith !== null) void onSave({ faith: null })
  }
  const confirm = async () => {
    if (chosen && agreed && (await onSave({ faith: chosen, faithConsent: true }))) setChosen(null)
  }
  return (
    <div className={`${layout.stack} ${layout.g3}`}>
      <SelectField
        label={t`Faith`}
        optional={t`(optional)`}
        value={chosen ?? faith ?? ''}
        hint={<Trans>This is sensitive: nobody can search by it, and it decides nothing on our side.</Trans>}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t`I’d rather not say`}</option>
        {all.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </SelectField>
      {chosen && (
        <>
          <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            <Trans>
              I agree to show my faith on my profile to people who can see it. I can remove it any time, and it’s
              deleted.
            </Trans>
          </Checkbox>
          <Button size="sm" aria-disabled={!agreed || undefined} onClick={() => void confirm()}>
            <Trans>Show on my profile</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
