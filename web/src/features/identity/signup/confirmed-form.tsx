import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { VisitInputs } from '#app/visit/visit-inputs.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import text from '#styles/text.module.css'
import { Consents } from './consents.tsx'
import { Elsewhere } from './elsewhere-note.tsx'
import { FormPage, OtherForm } from './form-page.tsx'
import type { useSignupProblems } from './signup-problems.ts'
import type { SignupData } from './signup-server.ts'
import { SignupWho } from './signup-who.tsx'
import styles from './signup.module.css'

/** The page around the rest of a sign-up. */
export const ConfirmedPage = (props: Pick<ComponentProps<typeof FormPage>, 'title' | 'intro' | 'children'>) => (
  <FormPage
    {...props}
    other={
      <OtherForm href="/login">
        <Trans>
          <span>Already have a profile?</span> Sign in
        </Trans>
      </OtherForm>
    }
  />
)

/** The rest of a sign-up with an address that is confirmed already: who they are, and the consents. */
export const ConfirmedForm = ({
  problems,
  signup,
  address,
  before,
  after,
}: {
  readonly problems: ReturnType<typeof useSignupProblems>
  readonly signup: SignupData
  /** The note with the address. */
  readonly address: Omit<ComponentProps<typeof Note>, 'role'>
  /** Fields of this way alone, before and after those of every sign-up. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}) => {
  const { brand } = useSite()
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className={styles.form} noValidate>
      <Elsewhere to={problems.elsewhere} />
      <ErrorSummary failures={problems.summary} stamp={problems.stamp} />
      <VisitInputs />
      <div id="email" tabIndex={-1}>
        <Note {...address} />
      </div>
      {before}
      <SignupWho {...signup} problems={problems} city />
      {after}
      <Consents values={problems.values} error={problems.error('errore_terms')} />
      <Button type="submit" size="lg" block busy={busy && <Trans>Creating the profile…</Trans>}>
        <Trans>Create your profile</Trans>
      </Button>
      <p className={`${text.xs} ${text.muted} ${text.center}`}>
        <Trans>Free. No card needed. {brand.title} is for adults only.</Trans>
      </p>
    </Form>
  )
}
