import type { IntentId, SearchFilters } from '@incontro/contract'
import { heights } from '@incontro/contract/profile-choices'
import { ages, distanceBands } from '@incontro/contract/search-filters'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { ChipButton } from '#components/marks/labels.tsx'
import layout from '#styles/layout.module.css'
import { useChoiceTexts } from '#features/choices/index.ts'
import { useFilterTexts } from './filter-texts.ts'
import styles from './filters.module.css'
import { LifeFilters } from './life-filters.tsx'
import { RangeField } from './range-field.tsx'
import { withoutFilter } from './without-filter.ts'

const switches = ['online', 'withPhoto', 'verified', 'isNew', 'withWords', 'sharedInterests'] as const

/** All filters together, with the number of members who match the current choice. */
const FiltersDialog = ({
  filters,
  isSuggested,
  mode = 'find',
  onClose,
  onChange,
}: {
  readonly filters: SearchFilters
  readonly isSuggested: boolean
  /** Whether the list or the deck is filtered, which leaves out whom the member has answered. */
  readonly mode?: 'find' | 'match'
  readonly onClose: () => void
  readonly onChange: (filters: SearchFilters) => void
}) => {
  const { t } = useLingui()
  const {
    session: { clickid, city, searchRegion, seeksAll },
  } = useSession()
  const textOf = useFilterTexts()
  const choices = useChoiceTexts()
  const [draft, setDraft] = useState(filters)
  const { data: found } = useQuery({
    queryKey: ['filtered', clickid, searchRegion, seeksAll, mode, JSON.stringify(draft)],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api('POST /dispenser/filters/count', { body: { trackerId: clickid, filters: draft, mode }, signal }),
  })
  const toggle = (intent: IntentId) => {
    const intents = draft.intents ?? []
    const next = intents.includes(intent) ? intents.filter((id) => id !== intent) : [...intents, intent]
    setDraft(next.length > 0 ? { ...draft, intents: next } : withoutFilter(draft, 'intents'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange(draft)
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Filters</Trans>} width="wide">
      <form className={layout.form} onSubmit={submit}>
        <RangeField
          legend={t`Age`}
          least={ages.least}
          most={ages.most}
          value={draft.age}
          labelOf={(age) => (age === ages.most ? t`${age} and over` : t`${age}`)}
          hint={
            isSuggested ? (
              <Trans>We chose it, around your own age. If you choose it yourself, it works both ways.</Trans>
            ) : (
              <Trans>Works both ways: only people of the age you look for see you.</Trans>
            )
          }
          onChange={(age) => setDraft(age ? { ...draft, age } : withoutFilter(draft, 'age'))}
        />
        <SelectField
          label={t`Distance from where you live`}
          value={draft.distance ?? ''}
          disabled={!city}
          hint={
            city ? (
              <Trans>It works both ways. We measure between areas of about 10 km, never between addresses.</Trans>
            ) : (
              <Trans>Choose your city in your profile first.</Trans>
            )
          }
          onChange={({ target }) => {
            const distance = distanceBands.find((band) => String(band) === target.value)
            setDraft(distance ? { ...draft, distance } : withoutFilter(draft, 'distance'))
          }}
        >
          <option value="">{t`Any`}</option>
          {distanceBands.map((distance) => (
            <option key={distance} value={distance}>
              {t`Within ${distance} km`}
            </option>
          ))}
        </SelectField>
        <fieldset className={styles.group} aria-describedby="intents-hint">
          <legend>
            <Trans>Looking for</Trans>
          </legend>
          <div className={styles.chips}>
            {choices?.intents.map(({ id, text }) => (
              <ChipButton key={id} aria-pressed={draft.intents?.includes(id) ?? false} onClick={() => toggle(id)}>
                {text}
              </ChipButton>
            ))}
          </div>
          <p id="intents-hint" className={styles.hint}>
            <Trans>Works both ways: only people looking for one of these see you.</Trans>
          </p>
        </fieldset>
        <div className={styles.switches}>
          {switches.map((id) => (
            <Switch
              key={id}
              checked={draft[id] === true}
              onChange={({ target }) => setDraft(target.checked ? { ...draft, [id]: true } : withoutFilter(draft, id))}
            >
              {textOf(draft, id)}
            </Switch>
          ))}
        </div>
        <LifeFilters draft={draft} choices={choices} onChange={setDraft} />
        <RangeField
          legend={t`Height`}
          least={Math.max(heights.least, 140)}
          most={Math.min(heights.most, 220)}
          value={draft.height}
          labelOf={(height) => t`${height} cm`}
          hint={<Trans>Works both ways. Only profiles that state a height remain.</Trans>}
          onChange={(height) => setDraft(height ? { ...draft, height } : withoutFilter(draft, 'height'))}
        />
        <div className={styles.actions}>
          <DialogActions>
            <Button variant="sec" onClick={() => setDraft({})}>
              <Trans>Clear</Trans>
            </Button>
            <Button type="submit">
              {!found ? (
                <Trans>Show profiles</Trans>
              ) : found.isEmpty ? (
                <Trans>Nobody for now</Trans>
              ) : found.moreThan !== null ? (
                <Trans>Show profiles (over {found.moreThan})</Trans>
              ) : found.total === null ? (
                <Trans>Show profiles (under {found.fewerThan})</Trans>
              ) : (
                <Plural value={found.total} one="Show # person" other="Show # people" />
              )}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}

export default FiltersDialog
