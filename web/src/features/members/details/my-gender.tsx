import type { GenderWord } from '@incontro/contract'
import type { Sides } from '@incontro/contract/gender-sides'
import { GenderMore } from '#features/genders/index.ts'

export interface Gender {
  readonly listed: Sides
  readonly genderWord: GenderWord | null
  readonly hidesGenderWord: boolean
  readonly onChange: (changes: Partial<Omit<Gender, 'onChange'>>) => void
}

/** The word, whether others read it, and where the member is listed: what few open. */
export default function MyGender({ listed, genderWord, hidesGenderWord, onChange }: Gender) {
  return (
    <GenderMore
      word={{
        value: genderWord ?? '',
        // A first word stays the member's own until they show it.
        onChange: ({ target }) =>
          onChange({
            genderWord: (target.value || null) as GenderWord | null,
            ...(genderWord === null && { hidesGenderWord: true }),
          }),
      }}
      shown={{
        checked: genderWord !== null && !hidesGenderWord,
        disabled: genderWord === null,
        onChange: ({ target }) => onChange({ hidesGenderWord: !target.checked }),
      }}
      listed={{ name: 'listed', value: listed, onChange: (value) => onChange({ listed: value as Sides }) }}
    />
  )
}
