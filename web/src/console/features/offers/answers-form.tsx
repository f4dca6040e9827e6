import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Section } from '#console/parts/section.tsx'
import { type Form, set, Texts } from './field.tsx'
import styles from './offers.module.css'
import { valueAt } from './paths.ts'

/** Written so, as in a text of ours they would be filled in. */
const [nameMark, brandMark] = ['{name}', '{brand}']
const empty = { it: '', es: '', fr: '', en: '' }

/** The saved answers of support, each with its name and text in four languages. */
export const AnswersForm = ({ form }: { readonly form: Form }) => {
  const { t, i18n } = useLingui()
  const [key, setKey] = useState('')
  const keys = Object.keys(form.file)
  return (
    <div className={styles.column}>
      <p className={styles.meta}>
        <Trans>
          {nameMark} is who wrote, {brandMark} the brand. Both belong into each text.
        </Trans>
      </p>
      {keys.map((one) => (
        <Section key={one} title={String(valueAt(form.file, [one, 'name', i18n.locale]) || one)}>
          <Texts form={form} path={[one, 'name']} label={t`Name`} />
          <Texts form={form} path={[one, 'text']} label={t`Text`} rows={10} />
          {!form.isFixed && (
            <div className={styles.row}>
              <Button size="sm" variant="dangerOutline" onClick={() => set(form, [one], undefined)}>
                <Trans>Remove the answer</Trans>
              </Button>
            </div>
          )}
        </Section>
      ))}
      {!form.isFixed && (
        <Section title={<Trans>Another answer</Trans>}>
          <div className={styles.form}>
            <TextField
              label={t`Key`}
              hint={t`Letters and digits, such as refund: it stays.`}
              maxLength={40}
              value={key}
              onChange={({ target }) => setKey(target.value.trim())}
            />
            <div className={styles.row}>
              <Button
                variant="sec"
                disabled={!/^[a-z][\w-]*$/i.test(key) || keys.includes(key)}
                onClick={() => {
                  set(form, [key], { name: empty, text: empty })
                  setKey('')
                }}
              >
                <Trans>Add</Trans>
              </Button>
            </div>
          </div>
        </Section>
      )}
    </div>
  )
}
