import type { Locale } from '@incontro/contract'
import {
  longestBody,
  longestSubject,
  type Segment,
  segments,
  unknownPlaceholders,
} from '@incontro/contract/admin/mailing-words'
import type { MailingTexts, MailingView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { languageNames } from '#console/parts/language-names.ts'
import { Section } from '#console/parts/section.tsx'
import type { MailingEditing } from './mailing-edit.ts'
import { segmentNames } from './mailing-texts.ts'
import styles from './mailings.module.css'
import { Languages } from './preview.tsx'

/** A moment as the browser's field for dates has it: in the time zone of who reads. */
const inField = (iso: string): string => {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Written so, as in a text of ours they would be filled in. */
const [nameMark, brandMark] = ['{name}', '{brand}']

const nothing = { subject: '', body: '' }
const isWritten = ({ subject, body }: typeof nothing = nothing): boolean => subject.trim() !== '' && body.trim() !== ''
const isBegun = ({ subject, body }: typeof nothing = nothing): boolean => `${subject}${body}`.trim() !== ''

/** Name, recipients, time and texts; an edit takes the approval away. */
export const Editor = ({
  brand,
  mailing: { id, languages, state },
  editing,
  locale,
  onLocale,
  onSaved,
}: {
  readonly brand: string
  readonly mailing: MailingView
  readonly editing: MailingEditing
  readonly locale: Locale
  readonly onLocale: (locale: Locale) => void
  /** Fetches what is stored. */
  readonly onSaved: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { edit, isDirty, write } = editing
  const { name, segment, startsAt, texts } = edit
  const text = texts[locale] ?? nothing
  const writeText = (change: Partial<typeof nothing>) =>
    write({ texts: { ...texts, [locale]: { ...text, ...change } } })
  const half = languages.filter((one) => isBegun(texts[one]) && !isWritten(texts[one]))
  const [wasRefused, setRefused] = useState(false)
  const missing = (value: string) =>
    wasRefused && half.includes(locale) && value.trim() === '' ? t`Missing` : undefined
  const save = useMutation({
    mutationFn: () =>
      editing.save(
        (written) =>
          api('PUT /admin/api/:brand/mailings/:mailing', {
            params: { brand, mailing: id },
            // A language whose texts were emptied is left out.
            body: {
              ...written,
              texts: Object.fromEntries(Object.entries(written.texts).filter(([, one]) => isBegun(one))),
            },
          }),
        onSaved,
      ),
  })
  const unknown = unknownPlaceholders(`${text.subject}\n${text.body}`)
  const wrong = unknown[0]
  const unknownText = wrong && t`${wrong} can’t be filled in. There are ${nameMark} and ${brandMark}.`
  return (
    <Section title={<Trans>Text</Trans>}>
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          const [first] = half
          setRefused(first !== undefined)
          if (first === undefined) save.mutate()
          else if (!half.includes(locale)) onLocale(first)
        }}
      >
        <TextField
          label={t`Name`}
          hint={t`For colleagues: recipients don’t see it.`}
          required
          maxLength={80}
          value={name}
          onChange={(event) => write({ name: event.target.value })}
        />
        <div className={styles.pair}>
          <SelectField
            label={t`Recipients`}
            value={segment}
            onChange={(event) => write({ segment: event.target.value as Segment })}
          >
            {segments.map((one) => (
              <option key={one} value={one}>
                {i18n._(segmentNames[one])}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t`Not before`}
            hint={t`Empty: as soon as it’s approved.`}
            type="datetime-local"
            value={startsAt === null ? '' : inField(startsAt)}
            onChange={({ target: { value } }) =>
              write({ startsAt: value === '' ? null : new Date(value).toISOString() })
            }
          />
        </div>
        <Languages
          languages={languages}
          shown={locale}
          missing={languages.filter((one) => !isWritten(texts[one]))}
          onChange={onLocale}
        />
        <TextField
          label={t`Subject in ${i18n._(languageNames[locale])}`}
          lang={locale}
          maxLength={longestSubject}
          error={missing(text.subject)}
          value={text.subject}
          onChange={(event) => writeText({ subject: event.target.value })}
        />
        <TextArea
          label={t`Text in ${i18n._(languageNames[locale])}`}
          hint={t`An empty line begins a paragraph. ${nameMark} is the member’s name, ${brandMark} the brand’s.`}
          error={missing(text.body) ?? unknownText}
          lang={locale}
          rows={12}
          maxLength={longestBody}
          value={text.body}
          onChange={(event) => writeText({ body: event.target.value })}
        />
        {wasRefused && half.length > 0 && (
          <div role="alert">
            <HalfWritten languages={half} texts={texts} />
          </div>
        )}
        {isDirty && save.error && <FieldMessage>{i18n._(problemText(save.error))}</FieldMessage>}
        <div className={styles.send}>
          <Button
            type="submit"
            disabled={!isDirty || editing.isBehind || unknown.length > 0 || name.trim() === ''}
            busy={save.isPending && <Trans>One moment…</Trans>}
          >
            <Trans>Save</Trans>
          </Button>
          {isDirty && state !== 'draft' && (
            <span className={styles.meta}>
              {state === 'approved' ? (
                <Trans>Saving takes the approval away.</Trans>
              ) : (
                <Trans>Saving takes it back from approval.</Trans>
              )}
            </span>
          )}
        </div>
      </form>
    </Section>
  )
}

/** Why nothing was saved: what is missing of each language that was begun. */
const HalfWritten = ({ languages, texts }: { readonly languages: readonly Locale[]; readonly texts: MailingTexts }) => {
  const { i18n } = useLingui()
  return languages.map((one) => {
    const language = i18n._(languageNames[one])
    return (
      <FieldMessage key={one}>
        {texts[one]?.subject.trim() === '' ? (
          <Trans>Not saved: the subject in {language} is missing. Write it, or empty the text.</Trans>
        ) : (
          <Trans>Not saved: the text in {language} is missing. Write it, or empty the subject.</Trans>
        )}
      </FieldMessage>
    )
  })
}
