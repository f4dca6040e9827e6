import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { Section } from '#console/parts/section.tsx'
import { type Form, FormField, set } from './field.tsx'
import { flowSections, hookFields, hookNames, hooks } from './flow-fields.ts'
import styles from './offers.module.css'
import { valueAt } from './paths.ts'
import { Plans } from './plans.tsx'

/** A flow by fields, made of their description; what has none is in the file. */
export const FlowForm = ({ form, currencies }: { readonly form: Form; readonly currencies: readonly string[] }) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.column}>
      <Plans form={form} currencies={currencies} />
      {flowSections.map(({ title, fields }) => (
        <Section key={title.id} title={i18n._(title)}>
          <div className={styles.fields}>
            {fields.map((field) => (
              <FormField key={field.path.join('.')} form={form} at={[]} field={field} />
            ))}
          </div>
        </Section>
      ))}
      <Section title={<Trans>Texts of the hooks</Trans>}>
        <p className={styles.meta}>
          <Trans>A hook without a text of its own says what the brand or the app says.</Trans>
        </p>
        {hooks.map((hook) => (
          <Hook key={hook} form={form} hook={hook} />
        ))}
      </Section>
    </div>
  )
}

const Hook = ({ form, hook }: { readonly form: Form; readonly hook: keyof typeof hookNames }) => {
  const { i18n } = useLingui()
  const own = valueAt(form.file, ['hookTexts', hook])
  return (
    <div className={styles.form}>
      <div className={styles.row}>
        <h3>{i18n._(hookNames[hook])}</h3>
        {own !== undefined && !form.isFixed && (
          <Button size="sm" variant="ghost" onClick={() => set(form, ['hookTexts', hook], undefined)}>
            <Trans>Use the app’s own</Trans>
          </Button>
        )}
      </div>
      {hookFields(hook).map((field) => (
        <FormField key={field.path.join('.')} form={form} at={[]} field={field} />
      ))}
    </div>
  )
}
