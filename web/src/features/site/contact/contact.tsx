import { contactTopics, maxContactLength } from '@incontro/contract/contact-form'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  useActionData,
  useNavigation,
} from 'react-router'
import { PageHead } from '#app/seo/page-head.tsx'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { failureText } from '#app/api/failure-text.ts'
import { ContactDetails } from './contact-details.tsx'
import { topicTexts } from '#features/support/index.ts'
import { type ContactField, sendContact } from './contact-form.ts'
import styles from './contact.module.css'

export const handle: VisitorHandle = { script: 'later', cookieBar: false }

/** Minimum milliseconds before the thank-you (section 9). */
const thanksAfter = 500

export const action = async ({ request, context }: ActionFunctionArgs) =>
  sendContact(context.get(webContext).api, await request.formData())

export const clientAction = async ({ request }: ClientActionFunctionArgs) => {
  const form = await request.formData()
  const [attempt] = await Promise.all([
    sendContact((path, init) => fetch(path, init), form),
    new Promise((resolve) => setTimeout(resolve, thanksAfter)),
  ])
  return attempt
}

const ContactForm = () => {
  const { t, i18n } = useLingui()
  const { session } = useSite()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const failures = (tried?.failures ?? []).map(({ field, code }) => ({ field, text: i18n._(failureText(code)) }))
  const error = (field: ContactField) => failures.find((failure) => failure.field === field)?.text
  return (
    <Form method="post" className={layout.form} noValidate>
      <ErrorSummary failures={failures} stamp={tried?.stamp} />
      <TextField
        label={t`Name`}
        name="name"
        id="name"
        autoComplete="name"
        maxLength={80}
        error={error('name')}
        defaultValue={tried?.values.name ?? session?.memberName}
      />
      <EmailField
        label={t`Email`}
        name="email"
        id="email"
        autoComplete="email"
        hint={<Trans>We’ll reply here.</Trans>}
        error={error('email')}
        defaultValue={tried?.values.email ?? session?.email}
      />
      <SelectField
        label={t`Topic`}
        name="topic"
        id="topic"
        error={error('topic')}
        defaultValue={tried?.values.topic ?? ''}
      >
        <option value="">{t`Choose a topic`}</option>
        {contactTopics.map((topic) => (
          <option key={topic} value={topic}>
            {i18n._(topicTexts[topic])}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`Message`}
        name="message"
        id="message"
        rows={6}
        maxLength={maxContactLength}
        error={error('message')}
        defaultValue={tried?.values.message}
        hint={<Trans>Don’t write passwords or card numbers here: we never ask for them.</Trans>}
      />
      <Button type="submit" size="lg" block busy={busy && <Trans>Sending…</Trans>}>
        <Trans>Send</Trans>
      </Button>
    </Form>
  )
}

/** The company's contact details and a form to its support. Works without script. */
export default function Contact() {
  const { t } = useLingui()
  const { brand } = useSite()
  const tried = useActionData<typeof action>()
  return (
    <main id="main" className={`${layout.page} ${styles.grid}`}>
      <PageHead
        title={t`Contact`}
        description={t`How to reach ${brand.title}: address, email and phone. A real person answers.`}
      />
      <div className={styles.head}>
        <h1 className={text.h1}>
          <Trans>Contact</Trans>
        </h1>
        <p className={text.muted}>
          <Trans>Write to us about anything to do with the service. A real person answers.</Trans>
        </p>
      </div>
      <Card as="section" className={styles.form} aria-label={t`Write to us`}>
        {tried?.done ? (
          <EmptyState
            icon={CircleCheck}
            role="status"
            title={<Trans>Thank you</Trans>}
            text={
              <Trans>
                Your message has reached the people who answer for {brand.title}. We’ll reply by email to{' '}
                {tried.values.email}: check your spam folder too.
              </Trans>
            }
          />
        ) : (
          <ContactForm />
        )}
      </Card>
      <ContactDetails />
    </main>
  )
}
