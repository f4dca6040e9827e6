import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { api, type ReplyOf } from '#app/api/api.ts'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import { useSite } from '#app/brand/site.ts'
import { deviceOf } from '#app/session/device.ts'
import styles from './notifications.module.css'
import { type DeviceState, deviceState, turnOff, turnOn } from './this-device.ts'

type Device = ReplyOf<'GET /api/push/devices'>['devices'][number]

/** The subscription that the demo’s made-up phone hands over in the page’s address. */
function trialPhone(): string | null {
  const [, coded] = /^#phone=([\w-]+)$/.exec(location.hash) ?? []
  return coded === undefined ? null : atob(coded.replaceAll('-', '+').replaceAll('_', '/'))
}

/** This browser, and the member’s others. */
export const DevicesCard = () => {
  const { t } = useLingui()
  const { demo } = useSite()
  const [state, setState] = useState<DeviceState | null>(null)
  const [devices, setDevices] = useState<readonly Device[]>([])
  const [failed, setFailed] = useState(false)
  const [phone, setPhone] = useState(() => (demo ? trialPhone() : null))
  const load = useCallback(async () => {
    setState(await deviceState())
    setDevices((await api('GET /api/push/devices', {})).devices)
  }, [])
  useEffect(() => {
    // The rest of the page works without the list.
    load().catch(() => setFailed(true))
  }, [load])
  const act = (work: () => Promise<unknown>) => () => {
    setFailed(false)
    work()
      .then(load)
      // Said in the card.
      .catch(() => setFailed(true))
  }
  const own = devices.find(({ current }) => current)
  const isOn = state === 'on' && own !== undefined
  return (
    <Card className={styles.card}>
      <h2 className={text.h3}>
        <Trans>Your devices</Trans>
      </h2>
      {state === 'install first' && (
        <p className={text.muted}>
          <Trans>On an iPhone or iPad, first add the site to the home screen: Share, then “Add to Home Screen”.</Trans>
        </p>
      )}
      {state === 'unsupported' && (
        <p className={text.muted}>
          <Trans>This browser can’t be notified.</Trans>
        </p>
      )}
      {state === 'denied' && (
        <p className={text.muted}>
          <Trans>You’ve blocked notifications for this site: allow them in the browser’s settings.</Trans>
        </p>
      )}
      {(state === 'off' || (state === 'on' && !own)) && (
        <Button variant="sec" size="sm" onClick={act(turnOn)}>
          <Trans>Turn on here</Trans>
        </Button>
      )}
      {phone !== null && (
        <Button
          variant="sec"
          size="sm"
          onClick={act(async () => {
            await api('POST /api/users/pushToken', { body: { pushToken: phone } })
            setPhone(null)
          })}
        >
          <Trans>Connect the trial phone</Trans>
        </Button>
      )}
      <ul className={styles.sent}>
        {devices.map(({ id, device: agent, current, since, lastOkAt }) => {
          const { browser, system } = deviceOf(agent)
          const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown device`)
          return (
            <li key={id} className={styles.device}>
              <span>
                <b>{name}</b>{' '}
                {current && (
                  <Badge tone="ok">
                    <Trans>This device</Trans>
                  </Badge>
                )}
                <br />
                <span className={text.muted}>
                  {lastOkAt === null ? (
                    <Trans>
                      On <TimeAgo time={since} />
                    </Trans>
                  ) : (
                    <Trans>
                      Last notified <TimeAgo time={lastOkAt} />
                    </Trans>
                  )}
                </span>
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-label={t`Turn off: ${name}`}
                onClick={act(async () => {
                  await api('DELETE /api/push/devices/:id', { params: { id } })
                  if (current) await turnOff()
                })}
              >
                <Trans>Turn off</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
      {(isOn || devices.length > 0) && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <Button type="submit" name="channel" value="push" variant="sec" size="sm">
            <Trans>Send a test to my devices</Trans>
          </Button>
        </Form>
      )}
      <p role="status" className={text.muted}>
        {failed && <Trans>That didn’t work. Try again shortly.</Trans>}
      </p>
    </Card>
  )
}
