import type { ProfilePart, ReportReason } from '@incontro/contract'
import { profileParts, reportReasons } from '@incontro/contract/moderation-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { failureText } from '#app/api/failure-text.ts'
import { useSite } from '#app/brand/site.ts'
import { Title } from '#app/seo/title.tsx'
import { webContext } from '#app/server/server-context.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { type NoticeField, noticeFailures, sendNotice } from './notice-form.ts'
import styles from './notice.module.css'

export const handle: VisitorHandle = { script: 'later', cookieBar: false }

/** Where a page that leads here says what it is about, and a trusted flagger’s link whose it is. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  return {
    place: (searchParams.get('place') ?? '').slice(0, 500),
    flagger: (searchParams.get('flagger') ?? '').slice(0, 100),
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  sendNotice(context.get(webContext).api, await request.formData())

export const clientAction = async ({ request }: ClientActionFunctionArgs) =>
  sendNotice((path, init) => fetch(path, init), await request.formData())

const NoticeForm = () => {
  const { t, i18n } = useLingui()
  const { session } = useSite()
  const { place, flagger } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const failures = (tried?.failures ?? []).map(({ field, code }) => ({
    field,
    text: i18n._(noticeFailures[code] ?? failureText(code)),
  }))
  const error = (field: NoticeField) => failures.find((failure) => failure.field === field)?.text
  const parts: Record<ProfilePart, string> = {
    name: t`The name of the profile`,
    profile: t`The texts of the profile`,
  }
  const reasons: Record<ReportReason, string> = {
    fake: t`A fake profile, or someone else’s photo`,
    scam: t`A scam, or a request for money`,
    harassment: t`Insults, threats or hate`,
    minor: t`A minor`,
    photo: t`A photo that doesn’t belong here`,
    spam: t`Advertising`,
    other: t`Something else`,
  }
  return (
    <Form method="post" className={layout.form} noValidate>
      <ErrorSummary failures={failures} stamp={tried?.stamp} />
      {flagger !== '' && (
        <>
          <input type="hidden" name="flagger" id="flagger" value={flagger} />
          <Note>
            <Trans>
              You came by the link of a trusted flagger: the notice is sent in its name, and read before others. Name
              and email may stay empty.
            </Trans>
          </Note>
        </>
      )}
      <TextField
        label={t`Where is it?`}
        name="place"
        id="place"
        maxLength={500}
        error={error('place')}
        defaultValue={tried?.values.place ?? place}
        hint={<Trans>The address of the page, or the name of the profile and where you saw it.</Trans>}
      />
      <SelectField
        label={t`Which part of it?`}
        name="part"
        id="part"
        error={error('part')}
        defaultValue={tried?.values.part ?? ''}
      >
        <option value="">{t`All of it, or what the address leads to`}</option>
        {profileParts.map((part) => (
          <option key={part} value={part}>
            {parts[part]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`What is it?`}
        name="reason"
        id="reason"
        error={error('reason')}
        defaultValue={tried?.values.reason ?? ''}
      >
        <option value="">{t`Choose one`}</option>
        {reportReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasons[reason]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`What is wrong with it?`}
        name="text"
        id="text"
        rows={5}
        maxLength={4000}
        error={error('text')}
        defaultValue={tried?.values.text}
      />
      <Checkbox name="claimsIllegal" defaultChecked={Boolean(tried?.values.claimsIllegal)}>
        <Trans>I think that it is illegal, not only against the rules of the service.</Trans>
      </Checkbox>
      <TextField
        label={t`Name`}
        optional={t`(optional)`}
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
        hint={<Trans>We send you the outcome here. It isn’t needed to report a minor.</Trans>}
        error={error('email')}
        defaultValue={tried?.values.email ?? session?.email}
      />
      <Checkbox name="goodFaith" error={error('goodFaith')} defaultChecked={Boolean(tried?.values.goodFaith)}>
        <Trans>As far as I know, what I say here is true and complete.</Trans>
      </Checkbox>
      <Button type="submit" size="lg" block busy={busy && <Trans>Sending…</Trans>}>
        <Trans>Send the notice</Trans>
      </Button>
    </Form>
  )
}

/** A notice of anybody about illegal content, without an account (regulation (EU) 2022/2065, article 16). */
export default function Notice() {
  const { t } = useLingui()
  const { brand } = useSite()
  const tried = useActionData<typeof action>()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Report something`}</Title>
      <div className={styles.head}>
        <h1 className={text.h1}>
          <Trans>Report something</Trans>
        </h1>
        <p className={text.muted}>
          <Trans>
            For everyone, with or without a profile on {brand.title}. A person reads and decides each notice, and the
            person it is about doesn’t learn who sent it.
          </Trans>
        </p>
      </div>
      <Card as="section" className={styles.form} aria-label={t`Your notice`}>
        {tried?.done ? (
          <EmptyState
            icon={CircleCheck}
            role="status"
            title={<Trans>Thank you, it has arrived</Trans>}
            text={
              tried.values.email ? (
                <Trans>
                  We’ve sent a confirmation to {tried.values.email}, and will write there when it is decided.
                </Trans>
              ) : (
                <Trans>A person reads it as soon as possible.</Trans>
              )
            }
          />
        ) : (
          <NoticeForm />
        )}
      </Card>
      <p className={classNames(text.sm, text.muted)}>
        <Trans>If someone is in danger, call 112 first.</Trans>
      </p>
    </main>
  )
}
