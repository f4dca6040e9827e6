import { Trans } from '@lingui/react/macro'
import { Mail } from 'lucide-react'
import { Form, useLocation, useNavigation } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import text from '#styles/text.module.css'
import { visitQuery } from '#app/visit/address.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { Consents } from './consents.tsx'
import { Elsewhere } from './elsewhere-note.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { mailOf } from './signup-form.ts'
import { useSignupProblems } from './signup-problems.ts'
import type { SignupData } from './signup-server.ts'
import { SignupWho } from './signup-who.tsx'
import styles from './signup.module.css'

/**
 * The short form for visitors whose address is in the link: it asks only for what is missing (section 5,
 * "Auto-signup").
 */
export const AutoSignupForm = ({ data }: { data: SignupData }) => {
  const { brand } = useSite()
  const { search } = useLocation()
  const mail = mailOf(search)
  const busy = useNavigation().state === 'submitting'
  const problems = useSignupProblems()
  return (
    <Form method="post" className={styles.form} noValidate>
      <Elsewhere to={problems.elsewhere} />
      <ErrorSummary failures={problems.summary} stamp={problems.stamp} />
      <VisitInputs />
      <div id="email" tabIndex={-1} className={styles.given}>
        <Note icon={Mail}>
          <Trans>
            You’re joining with <b className={styles.mail}>{mail}</b>. You’ll sign in with the link we’ll send there:
            choose a password whenever you like.
          </Trans>
        </Note>
        <a className={`${text.link} ${text.sm}`} href={`/find${visitQuery(search)}`}>
          <Trans>Not your address? Use another one</Trans>
        </a>
      </div>
      <SignupWho {...data} problems={problems} />
      <Consents values={problems.values} error={problems.error('errore_terms')} needed />
      <Button type="submit" size="lg" block busy={busy && <Trans>Creating the profile…</Trans>}>
        <Trans>Create your profile</Trans>
      </Button>
      <p className={`${text.xs} ${text.muted} ${text.center}`}>
        <Trans>Free. No card needed. {brand.title} is for adults only.</Trans>
      </p>
    </Form>
  )
}
