import type { SupportRequest } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, MessagesSquare } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { useDate } from '#app/i18n/date.ts'
import { Title } from '#app/seo/title.tsx'
import { webContext } from '#app/server/server-context.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { SignedOut } from './signed-out.tsx'
import { stateTexts, topicTexts } from './topic-texts.ts'
import styles from './requests.module.css'

/** Null for a visitor. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  try {
    return await apiOver(context.get(webContext).api)('GET /api/support/requests', {})
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return null
    throw error
  }
}

const Row = ({ request }: { readonly request: SupportRequest }) => {
  const { i18n } = useLingui()
  const date = useDate()
  const { name, tone } = stateTexts[request.state]
  return (
    <li>
      <a className={styles.row} href={`/requests/${request.id}`}>
        <span className={styles.words}>
          <b>{request.subject}</b>
          <span className={classNames(text.muted, text.sm)}>
            {i18n._(topicTexts[request.topic])} · {date(new Date(request.lastAt))}
          </span>
        </span>
        <Badge {...(tone && { tone })}>{i18n._(name)}</Badge>
        <Icon of={ChevronRight} size={18} />
      </a>
    </li>
  )
}

/** What a member has asked support, the latest first. Works without script. */
export default function Requests() {
  const { t } = useLingui()
  const requests = useLoaderData<typeof loader>()
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Your requests`}</Title>
      <div className={styles.head}>
        <h1 className={text.h1}>
          <Trans>Your requests</Trans>
        </h1>
        <p className={text.muted}>
          <Trans>What you asked us, and what we answered. Answers come by email too.</Trans>
        </p>
      </div>
      {requests === null ? (
        <SignedOut next="/requests" />
      ) : (
        <>
          {requests.length === 0 ? (
            <EmptyState
              icon={MessagesSquare}
              title={<Trans>No requests yet</Trans>}
              text={<Trans>When you write to us, you find your question and our answer here.</Trans>}
              action={
                <ButtonLink href="/contactUs" variant="sec" reload>
                  <Trans>Write to us</Trans>
                </ButtonLink>
              }
            />
          ) : (
            <>
              <Card kind="flush">
                <ul className={styles.rows}>
                  {requests.map((request) => (
                    <Row key={request.id} request={request} />
                  ))}
                </ul>
              </Card>
              <div>
                <ButtonLink href="/contactUs" variant="sec" reload>
                  <Trans>Ask something else</Trans>
                </ButtonLink>
              </div>
            </>
          )}
        </>
      )}
    </main>
  )
}
