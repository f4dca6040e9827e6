import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import type { FlowField } from './flow-fields.ts'
import { languages } from './languages.ts'
import styles from './offers.module.css'
import { type Json, type JsonObject, type Path, valueAt, withValue } from './paths.ts'

/** A file that is edited by fields. */
export interface Form {
  readonly file: JsonObject
  readonly isFixed: boolean
  readonly write: (file: JsonObject) => void
  /** What is wrong at a place, as it was saved last. */
  readonly faultAt: (path: Path) => string | undefined
  /** Whether anything is wrong at a place or inside it. */
  readonly isFaulty: (path: Path) => boolean
}

export const set = (form: Form, path: Path, to: Json | undefined): void =>
  form.write(withValue(form.file, path, to) as JsonObject)

/** One field, drawn as its description says. `at` is where the described object stands in the file. */
export const FormField = ({
  form,
  at,
  field,
}: {
  readonly form: Form
  readonly at: Path
  readonly field: FlowField
}) => {
  const { i18n } = useLingui()
  const path = [...at, ...field.path]
  const value = valueAt(form.file, path)
  const label = i18n._(field.label)
  const error = form.faultAt(path)
  const common = { label, error, ...(field.hint && { hint: i18n._(field.hint) }), disabled: form.isFixed }
  switch (field.as.kind) {
    case 'fixed':
      return <TextField {...common} disabled value={String(value ?? '')} readOnly />
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          inputMode="numeric"
          min={field.as.least}
          max={field.as.most}
          step={1}
          value={typeof value === 'number' ? value : ''}
          onChange={({ target }) => set(form, path, target.value === '' ? null : Number(target.value))}
        />
      )
    case 'flag':
    case 'boolean': {
      const [on, off] = field.as.kind === 'flag' ? [1, 0] : [true, false]
      return (
        <div>
          <Switch
            checked={value === on}
            disabled={form.isFixed}
            onChange={({ target }) => set(form, path, target.checked ? on : off)}
          >
            {label}
          </Switch>
          {error && <FieldMessage>{error}</FieldMessage>}
        </div>
      )
    }
    case 'choice': {
      const { options } = field.as
      return (
        <SelectField
          {...common}
          value={String(value ?? '')}
          onChange={({ target }) => set(form, path, options.find(([one]) => String(one) === target.value)?.[0] ?? null)}
        >
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {i18n._(name)}
            </option>
          ))}
        </SelectField>
      )
    }
    case 'texts':
      return (
        <Texts
          form={form}
          path={path}
          label={label}
          isOptional={field.as.isOptional === true}
          {...(field.as.rows !== undefined && { rows: field.as.rows })}
        />
      )
  }
}

/** A text in all languages side by side. */
export const Texts = ({
  form,
  path,
  label,
  isOptional = false,
  rows,
}: {
  readonly form: Form
  readonly path: Path
  readonly label: string
  /** It may be left out altogether. */
  readonly isOptional?: boolean
  /** Of a longer text. */
  readonly rows?: number
}) => {
  const { i18n } = useLingui()
  const error = form.faultAt(path)
  const isThere = valueAt(form.file, path) !== undefined
  if (!isThere && isOptional)
    return (
      <div className={styles.texts}>
        <div className={styles.row}>
          <span className={styles.meta}>
            <Trans>{label}: the app’s own</Trans>
          </span>
          {!form.isFixed && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => set(form, path, Object.fromEntries(languages.map((locale) => [locale, ''])))}
            >
              <Trans>Write it</Trans>
            </Button>
          )}
        </div>
      </div>
    )
  return (
    <fieldset className={styles.texts} disabled={form.isFixed}>
      <legend>{label}</legend>
      <div className={styles.languages}>
        {languages.map((locale) => {
          const place = [...path, locale]
          const value = valueAt(form.file, place)
          const field = {
            label: i18n._(languageNames[locale]),
            error: form.faultAt(place),
            lang: locale,
            value: typeof value === 'string' ? value : '',
          }
          return rows === undefined ? (
            <TextField key={locale} {...field} onChange={({ target }) => set(form, place, target.value)} />
          ) : (
            <TextArea key={locale} {...field} rows={rows} onChange={({ target }) => set(form, place, target.value)} />
          )
        })}
      </div>
      {error && <FieldMessage>{error}</FieldMessage>}
    </fieldset>
  )
}
