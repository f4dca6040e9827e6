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

/** Six separate boxes: four required ones, and two optional ones (rule 11.11) that a short form leaves out. */
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
    error && !given[index] ? <Trans>We can’t open your profile without this consent.</Trans> : undefined
  return (
    <fieldset className={styles.consents}>
      <legend>
        <Trans>Your consents</Trans>
      </legend>
      <p className={styles.hint}>
        {needed ? (
          <Trans>Nothing is ticked in advance. All four are needed to use the service.</Trans>
        ) : (
          <Trans>Nothing is ticked for you. The first four are needed to use the service, the other two aren’t.</Trans>
        )}
      </p>
      <Checkbox name="terms1" id="terms1" defaultChecked={given[0]} error={missing(0)}>
        <Trans>
          I accept the <LegalLink page="terms">terms of use</LegalLink>.
        </Trans>
      </Checkbox>
      <Checkbox name="terms2" id="terms2" defaultChecked={given[1]} error={missing(1)}>
        <Trans>
          I’ve read the <LegalLink page="privacy">privacy notice</LegalLink> and agree to the use of data about who I’m
          looking for, only to suggest people who match.
        </Trans>
      </Checkbox>
      <Checkbox name="terms3" id="terms3" defaultChecked={given[2]} error={missing(2)}>
        <Trans>
          I specifically approve the <LegalLink page="terms#art14">clauses of article 14</LegalLink> of the terms.
        </Trans>
      </Checkbox>
      <Checkbox name="terms4" id="terms4" defaultChecked={given[3]} error={missing(3)}>
        <Trans>I’m at least 18 years old.</Trans>
      </Checkbox>
      {!needed && (
        <>
          <Checkbox
            name="promotion"
            defaultChecked={values?.promotion}
            optional={<Trans>Optional, you can take it back whenever you like.</Trans>}
          >
            <Trans>Write to me about news and offers.</Trans>
          </Checkbox>
          <Checkbox
            name="thirdParty"
            defaultChecked={values?.thirdParty}
            optional={<Trans>Optional, you can take it back whenever you like.</Trans>}
          >
            <Trans>Your partners may send me offers too.</Trans>
          </Checkbox>
        </>
      )}
    </fieldset>
  )
}
