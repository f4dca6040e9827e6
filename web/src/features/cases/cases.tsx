import type { OwnReportView, RestrictionView } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailX, ShieldCheck } from 'lucide-react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { failureText } from '#app/api/failure-text.ts'
import { useSite } from '#app/brand/site.ts'
import { useDate } from '#app/i18n/date.ts'
import { Title } from '#app/seo/title.tsx'
import { webContext } from '#app/server/server-context.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { appealFailures, contentTexts, reportStates, reportTexts, restrictionTexts } from './case-texts.ts'
import styles from './cases.module.css'

/** Of the link in the email about a decision, or about a notice without an account. */
const linkOf = (request: Request): { token?: string; notice?: string } => {
  const { searchParams } = new URL(request.url)
  const [token, notice] = [searchParams.get('token'), searchParams.get('notice')]
  return { ...(token !== null && { token }), ...(notice !== null && { notice }) }
}

/** Null for a visitor without a valid link: who is suspended, or has no account, has one in the email about the decision. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api, locale } = context.get(webContext)
  try {
    return await apiOver(api)('GET /api/cases', { query: { l: locale, ...linkOf(request) } })
  } catch (error) {
    if (error instanceof ApiProblem && [400, 401].includes(error.status)) return null
    throw error
  }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await request.formData()
  const id = String(form.get('id') ?? '')
  const words = String(form.get('text') ?? '')
  try {
    await apiOver(context.get(webContext).api)('POST /api/cases/:id/appeal', {
      params: { id },
      body: { text: words, ...linkOf(request) },
    })
    return { id, code: null, text: '' }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { id, code: error.code === 'invalid' ? 'errore_ricorso' : error.code, text: words }
  }
}

/** The appeal that there is, with its answer, or the form for one while its term runs. */
const Appeal = ({
  id,
  appeal,
  appealUntil,
  isTooLittle = false,
}: Pick<RestrictionView, 'id' | 'appeal' | 'appealUntil'> & {
  /** We acted on the report: what is left to say is that it was not enough. */
  readonly isTooLittle?: boolean
}) => {
  const { t, i18n } = useLingui()
  const date = useDate()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  if (appeal) {
    const { outcome } = appeal
    return (
      <div className={styles.section}>
        <h3 className={text.h3}>
          <Trans>Your appeal</Trans>
        </h3>
        <p className={styles.facts}>{appeal.text}</p>
        {outcome === null ? (
          <Note>
            <Trans>Sent {date(new Date(appeal.time), 'on')}. Another person reads it and answers you.</Trans>
          </Note>
        ) : (
          <>
            <Note tone={outcome === 'reversed' ? 'ok' : 'info'}>
              {outcome === 'reversed' ? (
                <Trans>You were right: the decision was reversed.</Trans>
              ) : (
                <Trans>Another person confirmed the decision.</Trans>
              )}
            </Note>
            <p className={styles.facts}>{appeal.answer}</p>
          </>
        )}
      </div>
    )
  }
  if (appealUntil === null) return null
  const failed = tried?.id === id && tried.code !== null
  return (
    <details className={styles.appeal} open={failed || undefined}>
      <summary>{isTooLittle ? <Trans>I think this isn’t enough</Trans> : <Trans>I think this is wrong</Trans>}</summary>
      <Form method="post" className={layout.form} noValidate>
        <input type="hidden" name="id" value={id} />
        <TextArea
          label={t`Why?`}
          name="text"
          id={`appeal-${id}`}
          rows={4}
          maxLength={4000}
          defaultValue={failed ? tried.text : ''}
          error={failed ? i18n._(appealFailures[tried.code ?? ''] ?? failureText(tried.code ?? '')) : undefined}
          hint={
            <Trans>
              Free of charge, until {date(new Date(appealUntil), 'to')}. Another person than the one who decided reads
              it.
            </Trans>
          }
        />
        <Button type="submit" busy={busy && <Trans>Sending…</Trans>}>
          <Trans>Send the appeal</Trans>
        </Button>
      </Form>
    </details>
  )
}

const Restriction = ({ restriction }: { restriction: RestrictionView }) => {
  const { i18n } = useLingui()
  const date = useDate()
  const { kind, from, until, inForce, section, rule, ground, contentType, automatedDetection } = restriction
  return (
    <Card as="li" className={styles.case}>
      <div className={styles.title}>
        <h3 className={text.h3}>{i18n._(restrictionTexts[kind])}</h3>
        {kind !== 'warning' && (
          <Badge tone={inForce ? 'warn' : 'ok'}>{inForce ? <Trans>In force</Trans> : <Trans>Over</Trans>}</Badge>
        )}
      </div>
      <p className={styles.facts}>{restriction.facts}</p>
      <dl className={styles.details}>
        <div className={styles.wide}>
          <dt>
            <Trans>Rule</Trans>
          </dt>
          <dd>
            <a className={text.link} href="/legal/terms">
              <Trans>Terms of use, section {section}</Trans>
            </a>
            : {rule}
            {ground === 'illegal' && (
              <>
                {' '}
                <Trans>(we consider it forbidden by law, too)</Trans>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Decided</Trans>
          </dt>
          <dd>{date(new Date(from))}</dd>
        </div>
        {until !== null && (
          <div>
            <dt>
              <Trans>Ends</Trans>
            </dt>
            <dd>{date(new Date(until))}</dd>
          </div>
        )}
        <div>
          <dt>
            <Trans>About</Trans>
          </dt>
          <dd>{i18n._(contentTexts[contentType])}</dd>
        </div>
        <div>
          <dt>
            <Trans>Decided by</Trans>
          </dt>
          <dd>
            {automatedDetection ? (
              <Trans>A person, after a program drew attention to it</Trans>
            ) : (
              <Trans>A person, not a program</Trans>
            )}
          </dd>
        </div>
      </dl>
      <Appeal {...restriction} />
    </Card>
  )
}

const tones = { open: 'info', upheld: 'ok', dismissed: undefined, gone: undefined } as const

const Report = ({ report }: { report: OwnReportView }) => {
  const { i18n } = useLingui()
  const date = useDate()
  const tone = tones[report.state]
  return (
    <Card as="li" className={styles.case}>
      <div className={styles.title}>
        <h3 className={text.h3}>{i18n._(reportTexts[report.reason])}</h3>
        <Badge {...(tone && { tone })}>{i18n._(reportStates[report.state])}</Badge>
      </div>
      <p className={classNames(text.muted, text.sm)}>
        <Trans>Reported {date(new Date(report.time), 'on')}</Trans>
        {report.decidedAt !== null && (
          <>
            {' · '}
            <Trans>decided {date(new Date(report.decidedAt), 'on')}</Trans>
          </>
        )}
      </p>
      <Appeal {...report} isTooLittle={report.state === 'upheld'} />
    </Card>
  )
}

/** A member's reports and the decisions about them, with their reasons and appeals. Works without script and session. */
export default function Cases() {
  const { t } = useLingui()
  const { brand, session } = useSite()
  const found = useLoaderData<typeof loader>()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`My reports and decisions`}</Title>
      <div className={styles.head}>
        <h1 className={text.h1}>
          <Trans>My reports and decisions</Trans>
        </h1>
        <p className={text.muted}>
          <Trans>
            What you reported, what {brand.title} decided about your profile and why, and what you can do about it.
          </Trans>
        </p>
      </div>
      {found === null ? (
        <EmptyState
          icon={MailX}
          title={<Trans>This link isn’t valid any more</Trans>}
          text={
            <Trans>
              Sign in to see your reports and decisions. If your profile is suspended, open the link in the email about
              the decision.
            </Trans>
          }
          action={
            <ButtonLink href="/login?next=%2Fcases" variant="sec" reload>
              <Trans>Sign in</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <>
          {found.restrictions.length === 0 && found.reports.length === 0 && (
            <EmptyState
              icon={ShieldCheck}
              title={<Trans>Nothing here</Trans>}
              text={<Trans>There are no decisions about your profile, and you haven’t reported anything.</Trans>}
              {...(session && {
                action: (
                  <ButtonLink href="/find" variant="sec" reload>
                    <Trans>Back to the search</Trans>
                  </ButtonLink>
                ),
              })}
            />
          )}
          {found.restrictions.length > 0 && (
            <section className={styles.section}>
              <h2 className={text.h2}>
                <Trans>Decisions about you</Trans>
              </h2>
              <ul className={styles.section}>
                {found.restrictions.map((restriction) => (
                  <Restriction key={restriction.id} restriction={restriction} />
                ))}
              </ul>
            </section>
          )}
          {found.reports.length > 0 && (
            <section className={styles.section}>
              <h2 className={text.h2}>
                <Trans>Your reports</Trans>
              </h2>
              <ul className={styles.section}>
                {found.reports.map((report) => (
                  <Report key={report.id} report={report} />
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </main>
  )
}
