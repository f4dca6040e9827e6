import type { IntentId } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import { SelectField } from '#components/forms/select-field.tsx'
import { useChoiceTexts } from '#features/choices/index.ts'
import { useOwnChoices } from './own-choices.ts'

/** What the member hopes to find. */
export const IntentField = () => {
  const { t } = useLingui()
  const texts = useChoiceTexts()
  const { choices, save } = useOwnChoices()
  return (
    <SelectField
      label={t`I hope to find`}
      value={choices?.intent ?? ''}
      disabled={!texts}
      onChange={(event) => void save({ intent: (event.target.value || null) as IntentId | null })}
    >
      <option value="">{t`I’d rather not say`}</option>
      {texts?.intents.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
