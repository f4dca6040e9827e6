import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Checkbox } from '#components/forms/checkbox.tsx'
import text from '#styles/text.module.css'
import type { SignupValues } from './signup-form.ts'
import styles from './signup.module.css'

const LegalLink = ({ page, children }: { page: string; children?: ReactNode }) => (
  <a className={text.link} href={`/legal/${page}`} target="_blank" rel="noopener">
    {children}
  </a>
)

/** Six separate boxes: four required ones, and two optional ones (decision 11.11) that a short form leaves out. */
export const Consents = ({
  values,
  error,
  needed = false,
}: {
  readonly values: Pick<SignupValues, 'terms' | 'promotion' | 'thirdParty'> | undefined
  readonly error: ReactNode
  /** Shows only the four required ones. */
  readonly needed?: boolean
}) => {
  const given = values?.terms ?? [false, false, false, false]
  const missing = (index: 0 | 1 | 2 | 3) =>
    error && !given[index] ? <Trans>Senza questo consenso non possiamo aprire il profilo.</Trans> : undefined
  return (
    <fieldset className={styles.consents}>
      <legend>
        <Trans>I tuoi consensi</Trans>
      </legend>
      <p className={styles.hint}>
        {needed ? (
          <Trans>Niente è già spuntato. Servono tutti e quattro per usare il servizio.</Trans>
        ) : (
          <Trans>Niente è già spuntato. I primi quattro servono per usare il servizio, gli altri due no.</Trans>
        )}
      </p>
      <Checkbox name="terms1" id="terms1" defaultChecked={given[0]} error={missing(0)}>
        <Trans>
          Accetto le <LegalLink page="terms">condizioni d’uso</LegalLink>.
        </Trans>
      </Checkbox>
      <Checkbox name="terms2" id="terms2" defaultChecked={given[1]} error={missing(1)}>
        <Trans>
          Ho letto l’<LegalLink page="privacy">informativa sulla privacy</LegalLink> e acconsento a usare i dati su chi
          cerco, solo per propormi persone compatibili.
        </Trans>
      </Checkbox>
      <Checkbox name="terms3" id="terms3" defaultChecked={given[2]} error={missing(2)}>
        <Trans>
          Approvo in modo specifico le <LegalLink page="terms#art14">clausole dell’articolo 14</LegalLink> delle
          condizioni.
        </Trans>
      </Checkbox>
      <Checkbox name="terms4" id="terms4" defaultChecked={given[3]} error={missing(3)}>
        <Trans>Ho almeno 18 anni.</Trans>
      </Checkbox>
      {!needed && (
        <>
          <Checkbox
            name="promotion"
            defaultChecked={values?.promotion}
            optional={<Trans>Facoltativo, lo togli quando vuoi.</Trans>}
          >
            <Trans>Scrivetemi di novità e offerte.</Trans>
          </Checkbox>
          <Checkbox
            name="thirdParty"
            defaultChecked={values?.thirdParty}
            optional={<Trans>Facoltativo, lo togli quando vuoi.</Trans>}
          >
            <Trans>Anche i vostri partner possono scrivermi offerte.</Trans>
          </Checkbox>
        </>
      )}
    </fieldset>
  )
}
