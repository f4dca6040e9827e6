import { maxContactLength } from '@incontro/contract/contact-form'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, MessagesSquare } from 'lucide-react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
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
import { TextArea } from '#components/forms/text-area.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { SignedOut } from './signed-out.tsx'
import { stateTexts, topicTexts } from './topic-texts.ts'
import styles from './requests.module.css'

/** `request` is null for one that there is not, or that is another member's; all is null for a visitor. */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  try {
    const id = params['id'] ?? ''
    return {
      id,
      request: await apiOver(context.get(webContext).api)('GET /api/support/requests/:id', { params: { id } }),
    }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    if (error instanceof ApiProblem && [400, 404].includes(error.status)) return { id: '', request: null }
    throw error
  }
}

export const action = async ({ params, request, context }: ActionFunctionArgs) => {
  const id = params['id'] ?? ''
  const words = String((await request.formData()).get('text') ?? '')
  try {
    await apiOver(context.get(webContext).api)('POST /api/support/requests/:id/reply', {
      params: { id },
      body: { text: words },
    })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { code: error.code === 'invalid' ? 'errore_messaggio' : error.code, text: words }
  }
  // Sending again by reloading would add it twice.
  return redirect(`/requests/${id}`)
}

type Opened = NonNullable<NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>['request']>

const Thread = ({ messages }: Pick<Opened, 'messages'>) => {
  const { t } = useLingui()
  const { brand } = useSite()
  const date = useDate()
  return (
    <ol className={styles.thread} aria-label={t`Your request and our answers`}>
      {messages.map((one) => (
        <li key={one.id} className={styles.message} data-ours={one.fromSupport}>
          <p className={styles.author}>
            <b>
              {one.fromSupport ? (
                brand.title
              ) : one.fromAnotherAddress ? (
                <Trans>From another email address</Trans>
              ) : (
                <Trans>You</Trans>
              )}
            </b>
            <span className={classNames(text.muted, text.sm)}>
              {date(new Date(one.time))}
              {one.byMail && (
                <>
                  {' · '}
                  <Trans>by email</Trans>
                </>
              )}
            </span>
          </p>
          <p className={styles.text}>{one.text}</p>
        </li>
      ))}
    </ol>
  )
}

const Reply = ({ state }: Pick<Opened, 'state'>) => {
  const { t, i18n } = useLingui()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className={layout.form} noValidate>
      <TextArea
        label={state === 'open' ? t`Add something` : t`Your reply`}
        name="text"
        id="text"
        rows={4}
        maxLength={maxContactLength}
        defaultValue={tried?.text ?? ''}
        error={tried ? i18n._(failureText(tried.code)) : undefined}
        hint={<Trans>Don’t write passwords or card numbers here: we never ask for them.</Trans>}
      />
      <Button type="submit" busy={busy && <Trans>Sending…</Trans>}>
        <Trans>Send</Trans>
      </Button>
    </Form>
  )
}

/** One request with its answers, to which the member can add. Works without script. */
export default function Request() {
  const { i18n, t } = useLingui()
  const found = useLoaderData<typeof loader>()
  const request = found?.request
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{request?.subject ?? t`Your requests`}</Title>
      <a className={styles.back} href="/requests">
        <Icon of={ArrowLeft} size={18} /> <Trans>Your requests</Trans>
      </a>
      {!request && (
        <h1 className={text.h2}>
          <Trans>Your requests</Trans>
        </h1>
      )}
      {found === null && <SignedOut next="/requests" />}
      {found !== null && !request && (
        <EmptyState
          icon={MessagesSquare}
          title={<Trans>There is no such request</Trans>}
          text={<Trans>It may have been deleted, or belong to another profile.</Trans>}
          action={
            <ButtonLink href="/requests" variant="sec" reload>
              <Trans>Your requests</Trans>
            </ButtonLink>
          }
        />
      )}
      {request && (
        <>
          <div className={styles.head}>
            <h1 className={classNames(text.h2, styles.subject)}>{request.subject}</h1>
            <p className={styles.state}>
              <Badge {...(stateTexts[request.state].tone && { tone: stateTexts[request.state].tone })}>
                {i18n._(stateTexts[request.state].name)}
              </Badge>
              <span className={classNames(text.muted, text.sm)}>{i18n._(topicTexts[request.topic])}</span>
            </p>
          </div>
          <Thread messages={request.messages} />
          <Card as="section" aria-label={t`Your reply`}>
            <Reply key={request.messages.length} state={request.state} />
          </Card>
        </>
      )}
    </main>
  )
}
