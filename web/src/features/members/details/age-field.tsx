import { ages as limits } from '@incontro/contract/search-filters'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import styles from '../cards/profile.module.css'

const ages = Array.from({ length: limits.most - limits.least + 1 }, (_, at) => limits.least + at)

/** The age, which can be corrected once: a button saves it, so that a slip on the way does not count. */
export const AgeField = ({
  age,
  mayCorrect,
  onCorrect,
}: {
  readonly age: number
  readonly mayCorrect: boolean
  readonly onCorrect: (age: number) => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { busy, failure, attempt } = useAttempt()
  const [chosen, setChosen] = useState<number | null>(null)
  const isChanged = chosen !== null && chosen !== age
  return (
    <div className={styles.section}>
      <SelectField
        label={t`Age`}
        value={String(chosen ?? age)}
        disabled={!mayCorrect}
        error={failure && i18n._(failure)}
        hint={
          mayCorrect ? (
            <Trans>It can be corrected once; after that it follows the calendar.</Trans>
          ) : (
            <Trans>You’ve already corrected it. For another correction, write to support.</Trans>
          )
        }
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {ages.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {isChanged && mayCorrect && (
        <Button
          variant="sec"
          busy={busy && <Trans>Saving…</Trans>}
          onClick={() =>
            void attempt(async () => {
              await onCorrect(chosen)
              setChosen(null)
            })
          }
        >
          <Trans>Correct your age</Trans>
        </Button>
      )}
    </div>
  )
}
