import type { CaseView, WrittenField } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './changed-texts.module.css'

const fieldNames: Readonly<Record<WrittenField, MessageDescriptor>> = {
  name: msg`Name`,
  about: msg`About me`,
  lookingFor: msg`What I’m looking for`,
  answer: msg`An answer`,
}

/** A name or the texts of a profile, as they were and as others read them now. */
export const ChangedTexts = ({ of: { fields } }: { readonly of: NonNullable<CaseView['changed']> }) => {
  const { i18n } = useLingui()
  return (
    <div className={styles.changes}>
      {fields.map(({ field, before, after }) => (
        <section key={`${field} ${before} ${after}`} className={styles.change}>
          <h3>{i18n._(fieldNames[field])}</h3>
          <dl className={styles.pair}>
            <div>
              <dt>
                <Trans>Before</Trans>
              </dt>
              <Words of={before} isOld />
            </div>
            <div>
              <dt>
                <Trans>Now</Trans>
              </dt>
              <Words of={after} />
            </div>
          </dl>
        </section>
      ))}
      {fields.length === 0 && (
        <p className={styles.none}>
          <Trans>It reads as before.</Trans>
        </p>
      )}
    </div>
  )
}

const Words = ({ of: words, isOld = false }: { readonly of: string | null; readonly isOld?: boolean }) => (
  <dd className={styles.words} data-old={isOld || words === null}>
    {words ?? <Trans>Nothing</Trans>}
  </dd>
)
