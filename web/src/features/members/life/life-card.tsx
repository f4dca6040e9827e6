import { factLimits } from '@incontro/contract/profile-choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, type CallOf } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Card } from '#components/layout/card.tsx'
import { ChipButton } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { TextsMissing, useChoiceTexts } from '#features/choices/index.ts'
import { memberPageKey } from '#app/api/member-query.ts'
import styles from '../cards/profile.module.css'
import { Refused } from '../choices/refused.tsx'
import { FaithField } from './faith-field.tsx'
import { LifeCardFrame } from './life-card-frame.tsx'
import life from './life.module.css'
import { lifeQuery, type OwnFacts } from './life-query.ts'

type FactChanges = CallOf<'PUT /api/users/facts/:trackerId'>['body']

const WorkField = ({ work, onSave }: { work: string | null; onSave: (work: string | null) => void }) => {
  const { t } = useLingui()
  const [words, setWords] = useState(work ?? '')
  const [known, setKnown] = useState(work)
  const [sent, setSent] = useState(words)
  if (work !== known) {
    setKnown(work)
    // What the server stored, unless the member went on typing. The field stays the same, so it keeps the focus.
    if (words === sent) setWords(work ?? '')
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    const next = words.trim() || null
    if (next === work) return
    setSent(words)
    onSave(next)
  }
  return (
    <form onSubmit={save}>
      <TextField
        label={t`Work`}
        optional={t`(optional)`}
        maxLength={factLimits.work}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onBlur={() => save()}
      />
    </form>
  )
}

/** What the member says of their life. Each choice is saved at once; the faith only with its consent. */
export default function LifeCard() {
  const { t } = useLingui()
  const {
    session: { clickid: trackerId },
  } = useSession()
  const client = useQueryClient()
  const query = lifeQuery(trackerId)
  const { data, isError, isFetching, refetch } = useQuery(query)
  const texts = useChoiceTexts()
  const { failure, attempt } = useAttempt()
  const [all, setAll] = useState(false)
  if (!data)
    return <LifeCardFrame>{isError && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}</LifeCardFrame>
  const save = (changes: FactChanges) =>
    attempt(async () => {
      const next: OwnFacts = await api('PUT /api/users/facts/:trackerId', { params: { trackerId }, body: changes })
      client.setQueryData(query.queryKey, next)
      void client.invalidateQueries({ queryKey: memberPageKey })
    })
  const { languages } = data
  const full = languages.length >= factLimits.languages
  const shown = texts?.languages.filter(({ id }, index) => all || index < 6 || languages.includes(id))
  return (
    <Card className={styles.section}>
      <h3 className={text.h3}>
        <Trans>About your life</Trans>
      </h3>
      <p className={styles.small}>
        <Trans>Things that help people decide. Say only what you want to.</Trans>
      </p>
      <Refused failure={failure} />
      {!texts || !shown ? (
        <TextsMissing />
      ) : (
        <>
          <div className={styles.pair}>
            <WorkField work={data.work} onSave={(work) => void save({ work })} />
            <SelectField
              label={t`Children`}
              value={data.children ?? ''}
              onChange={({ target }) =>
                void save({ children: texts.children.find(({ id }) => id === target.value)?.id ?? null })
              }
            >
              <option value="">{t`I’d rather not say`}</option>
              {texts.children.map(({ id, text: words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t`Smoking`}
              value={data.smoking ?? ''}
              onChange={({ target }) =>
                void save({ smoking: texts.smoking.find(({ id }) => id === target.value)?.id ?? null })
              }
            >
              <option value="">{t`I’d rather not say`}</option>
              {texts.smoking.map(({ id, text: words }) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
          <fieldset>
            <legend className={life.legend}>
              <Trans>Languages you speak</Trans>
            </legend>
            <div className={classNames(layout.row, layout.wrap, layout.g2)}>
              {shown.map(({ id, text: words }) => (
                <ChipButton
                  key={id}
                  aria-pressed={languages.includes(id)}
                  aria-disabled={(full && !languages.includes(id)) || undefined}
                  onClick={() => {
                    if (languages.includes(id)) void save({ languages: languages.filter((one) => one !== id) })
                    else if (!full) void save({ languages: [...languages, id] })
                  }}
                >
                  {words}
                </ChipButton>
              ))}
              {!all && (
                <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
                  <Trans>More languages</Trans>
                </Button>
              )}
            </div>
          </fieldset>
          <FaithField faith={data.faith} all={texts.faiths} onSave={save} />
        </>
      )}
    </Card>
  )
}
