import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '@incontro/contract'
import { Form } from 'react-router'
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

/** What was sent, why, and what became of it; with a test. */
export const SentCard = ({
  sent,
  mail,
}: {
  readonly sent: readonly Sent[]
  readonly mail: NotificationSettings['mail']
}) => {
  const { i18n } = useLingui()
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
      <ul className={styles.sent}>
        {sent.slice(0, 20).map(({ id, event, channel, because, state, at }) => (
          <li key={id}>
            <b>{i18n._(eventNames[event])}</b> · {i18n._(channelNames[channel])}
            <br />
            <span className={text.muted}>
              <TimeAgo time={at} /> · {i18n._(states[state])} · {i18n._(becauses[because])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
