import { Trans, useLingui } from '@lingui/react/macro'
import { Form, useLocation, useNavigation } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import text from '#styles/text.module.css'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { Consents } from './consents.tsx'
import { Elsewhere } from './elsewhere-note.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { mailOf } from './signup-form.ts'
import { useSignupProblems } from './signup-problems.ts'
import type { SignupData } from './signup-server.ts'
import { SignupWho } from './signup-who.tsx'
import styles from './signup.module.css'

/** The sign-up form. Its route uses `signupAction` as its action and `signupInBrowser` as its client action. */
export const SignupForm = ({ data }: { data: SignupData }) => {
  const { t } = useLingui()
  const { brand } = useSite()
  const { search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const problems = useSignupProblems()
  const { values, stamp, summary, error } = problems
  return (
    <Form method="post" className={styles.form} noValidate onChange={problems.recheck}>
      <Elsewhere to={problems.elsewhere} />
      <ErrorSummary failures={summary} stamp={stamp} />
      <VisitInputs />
      <SignupWho {...data} problems={problems} city />
      <EmailField
        label={t`Email`}
        name="email"
        id="email"
        autoComplete="email"
        country={data.country}
        defaultValue={values?.email ?? mailOf(search)}
        error={error('errore_email')}
        hint={<Trans>We’ll email you to confirm it. Others never see it.</Trans>}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        id="password"
        autoComplete="new-password"
        meter
        maxLength={1024}
        error={error('errore_password')}
      />
      <Consents values={values} error={error('errore_terms')} />
      <Button type="submit" size="lg" block busy={busy && <Trans>Creating the profile…</Trans>}>
        <Trans>Create your profile</Trans>
      </Button>
      <p className={`${text.xs} ${text.muted} ${text.center}`}>
        <Trans>Free. No card needed. {brand.title} is for adults only.</Trans>
      </p>
    </Form>
  )
}
