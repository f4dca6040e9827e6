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
    session: { clickid, city, searchRegion, seeks },
  } = useSession()
  const textOf = useFilterTexts()
  const choices = useChoiceTexts()
  const [draft, setDraft] = useState(filters)
  const { data: found } = useQuery({
    queryKey: ['filtered', clickid, searchRegion, seeks, mode, JSON.stringify(draft)],
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
    <Dialog open onClose={onClose} title={<Trans>Filtri</Trans>} width="wide">
      <form className={layout.form} onSubmit={submit}>
        <RangeField
          legend={t`Età`}
          least={ages.least}
          most={ages.most}
          value={draft.age}
          labelOf={(age) => (age === ages.most ? t`${age} anni e oltre` : t`${age} anni`)}
          hint={
            isSuggested ? (
              <Trans>L’abbiamo scelta noi intorno alla tua età. Se la scegli tu, vale nei due sensi.</Trans>
            ) : (
              <Trans>Vale nei due sensi: compari solo a chi ha l’età che cerchi.</Trans>
            )
          }
          onChange={(age) => setDraft(age ? { ...draft, age } : withoutFilter(draft, 'age'))}
        />
        <SelectField
          label={t`Distanza da dove vivi`}
          value={draft.distance ?? ''}
          disabled={!city}
          hint={
            city ? (
              <Trans>Vale nei due sensi. Misuriamo tra zone di circa 10 km, mai tra indirizzi.</Trans>
            ) : (
              <Trans>Prima scegli la tua città nel profilo.</Trans>
            )
          }
          onChange={({ target }) => {
            const distance = distanceBands.find((band) => String(band) === target.value)
            setDraft(distance ? { ...draft, distance } : withoutFilter(draft, 'distance'))
          }}
        >
          <option value="">{t`Qualsiasi`}</option>
          {distanceBands.map((distance) => (
            <option key={distance} value={distance}>
              {t`Entro ${distance} km`}
            </option>
          ))}
        </SelectField>
        <fieldset className={styles.group} aria-describedby="intents-hint">
          <legend>
            <Trans>Che cosa cerca</Trans>
          </legend>
          <div className={styles.chips}>
            {choices?.intents.map(({ id, text }) => (
              <ChipButton key={id} aria-pressed={draft.intents?.includes(id) ?? false} onClick={() => toggle(id)}>
                {text}
              </ChipButton>
            ))}
          </div>
          <p id="intents-hint" className={styles.hint}>
            <Trans>Vale nei due sensi: compari solo a chi cerca una di queste cose.</Trans>
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
        <RangeField
          legend={t`Altezza`}
          least={Math.max(heights.least, 140)}
          most={Math.min(heights.most, 220)}
          value={draft.height}
          labelOf={(height) => t`${height} cm`}
          hint={<Trans>Vale nei due sensi. Restano solo i profili che indicano l’altezza.</Trans>}
          onChange={(height) => setDraft(height ? { ...draft, height } : withoutFilter(draft, 'height'))}
        />
        <div className={styles.actions}>
          <DialogActions>
            <Button variant="sec" onClick={() => setDraft({})}>
              <Trans>Azzera</Trans>
            </Button>
            <Button type="submit">
              {!found ? (
                <Trans>Mostra i profili</Trans>
              ) : found.isEmpty ? (
                <Trans>Nessuno, per ora</Trans>
              ) : found.moreThan !== null ? (
                <Trans>Mostra i profili (più di {found.moreThan})</Trans>
              ) : found.total === null ? (
                <Trans>Mostra i profili (meno di {found.fewerThan})</Trans>
              ) : (
                <Plural value={found.total} one="Mostra # persona" other="Mostra # persone" />
              )}
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}

export default FiltersDialog
