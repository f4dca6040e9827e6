import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, type CheckboxProps } from '#components/forms/checkbox.tsx'
import { SegmentedControl, type SegmentedControlProps } from '#components/forms/segmented-control.tsx'
import { SelectField, type SelectFieldProps } from '#components/forms/select-field.tsx'
import styles from './gender-more.module.css'
import { genderWords } from './gender-words.ts'

/** What is asked of members for whom “woman” or “man” does not say it (rule 13.9). The three are the controls' own properties. */
export function GenderMore({
  word,
  listed,
  shown,
}: {
  readonly word: Omit<SelectFieldProps, 'label' | 'children'>
  readonly listed: Pick<SegmentedControlProps, 'name' | 'value' | 'defaultValue' | 'onChange'>
  readonly shown: Omit<CheckboxProps, 'children'>
}) {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.more}>
      <SelectField {...word} label={t`Gender`}>
        <option value="">{t`Choose`}</option>
        {genderWords.map(([id, name]) => (
          <option key={id} value={id}>
            {i18n._(name)}
          </option>
        ))}
      </SelectField>
      <Checkbox {...shown}>
        <Trans>Show my gender on my profile. Otherwise only you can see it.</Trans>
      </Checkbox>
      <SegmentedControl
        {...listed}
        label={t`Show me to people looking for`}
        options={[
          { value: 'donna', label: t`Women` },
          { value: 'uomo', label: t`Men` },
          { value: 'both', label: t`Women and men` },
        ]}
      />
    </div>
  )
}
