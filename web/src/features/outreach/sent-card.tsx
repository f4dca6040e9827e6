import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '@incontro/contract'
import { useEffect } from 'react'
import { Form, useRevalidator } from 'react-router'
import type { ReplyOf } from '#app/api/api.ts'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import { channelNames, eventNames } from './event-texts.ts'
import styles from './notifications.module.css'

type Sent = ReplyOf<'GET /api/notifications/sent'>['sent'][number]

const states: Readonly<Record<Sent['state'], MessageDescriptor>> = {
  queued: msg`on its way`,
  sent: msg`sent`,
  failed: msg`not sent: it was refused`,
  bounced: msg`came back: there’s no such address`,
  withheld: msg`not sent: turned off or not reachable`,
}

const becauses: Readonly<Record<Sent['because'], MessageDescriptor>> = {
  chosen: msg`you chose it`,
  contract: msg`part of what you bought`,
  security: msg`protects your account`,
  decision: msg`a decision you can dispute`,
  consent: msg`you agreed to it`,
}

/** The cards below are not to be far down. */
const shownFirst = 4
const lookAgainMs = 3000

/** What was sent, why, and what became of it; with a test. */
export const SentCard = ({
  sent,
  mail,
  isTesting,
}: {
  readonly sent: readonly Sent[]
  /** Whether the member has just asked for a test, and wants to see what becomes of it. */
  readonly isTesting: boolean
  readonly mail: NotificationSettings['mail']
}) => {
  const { revalidate } = useRevalidator()
  const isWaiting = isTesting && sent.some(({ event, state }) => event === 'test' && state === 'queued')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
  return (
    <Card className={styles.card}>
      <h2 className={text.h3}>
        <Trans>What we sent you</Trans>
      </h2>
      {mail === 'reached' && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <Button type="submit" name="channel" value="email" variant="sec" size="sm">
            <Trans>Send me a test email</Trans>
          </Button>
        </Form>
      )}
      {sent.length === 0 && (
        <p className={text.muted}>
          <Trans>Nothing yet.</Trans>
        </p>
      )}
      <SentList sent={sent.slice(0, shownFirst)} />
      {sent.length > shownFirst && (
        <details className={styles.earlier}>
          <summary>
            <Trans>Show earlier ones</Trans>
          </summary>
          <SentList sent={sent.slice(shownFirst)} />
        </details>
      )}
    </Card>
  )
}

const SentList = ({ sent }: { readonly sent: readonly Sent[] }) => {
  const { i18n } = useLingui()
  return (
    <ul className={styles.sent}>
      {sent.map(({ id, event, channel, because, state, at }) => (
        <li key={id}>
          <b>{i18n._(eventNames[event])}</b> · {i18n._(channelNames[channel])}
          <br />
          <span className={text.muted}>
            <TimeAgo time={at} /> · {i18n._(states[state])} · {i18n._(becauses[because])}
          </span>
        </li>
      ))}
    </ul>
  )
}
