import type { SearchFilters } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ChipButton } from '#components/marks/labels.tsx'
import type { ChoiceTexts } from '#features/choices/index.ts'
import styles from './filters.module.css'
import { withoutFilter } from './without-filter.ts'

const Choices = <Id extends string>({
  legend,
  all,
  chosen = [],
  onChange,
}: {
  readonly legend: ReactNode
  readonly all: readonly { readonly id: Id; readonly text: string }[]
  readonly chosen?: readonly Id[] | undefined
  readonly onChange: (chosen: Id[]) => void
}) => (
  <fieldset className={styles.group}>
    <legend>{legend}</legend>
    <div className={styles.chips}>
      {all.map(({ id, text }) => (
        <ChipButton
          key={id}
          aria-pressed={chosen.includes(id)}
          onClick={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
        >
          {text}
        </ChipButton>
      ))}
    </div>
  </fieldset>
)

/** Filters by what members say of their life. The faith is no filter. */
export const LifeFilters = ({
  draft,
  choices,
  onChange,
}: {
  readonly draft: SearchFilters
  readonly choices: ChoiceTexts | undefined
  readonly onChange: (draft: SearchFilters) => void
}) => {
  if (!choices) return null
  const change =
    <Id extends 'children' | 'smoking' | 'languages'>(id: Id) =>
    (chosen: NonNullable<SearchFilters[Id]>) =>
      onChange(chosen.length > 0 ? { ...draft, [id]: chosen } : withoutFilter(draft, id))
  return (
    <>
      <Choices
        legend={<Trans>Children</Trans>}
        all={choices.children}
        chosen={draft.children}
        onChange={change('children')}
      />
      <Choices
        legend={<Trans>Smoking</Trans>}
        all={choices.smoking}
        chosen={draft.smoking}
        onChange={change('smoking')}
      />
      <Choices
        legend={<Trans>Languages</Trans>}
        all={choices.languages}
        chosen={draft.languages}
        onChange={change('languages')}
      />
    </>
  )
}
