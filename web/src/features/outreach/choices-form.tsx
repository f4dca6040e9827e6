import { Trans, useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '@incontro/contract'
import { Lock } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import { channelNames, eventNames, fixedTexts } from './event-texts.ts'
import styles from './notifications.module.css'

const all = ['email', 'push', 'telegram'] as const

/** Every event and channel; what cannot be turned off says why. */
export const ChoicesForm = ({ settings: { events } }: { readonly settings: NotificationSettings }) => {
  const { t, i18n } = useLingui()
  // A brand without a bot has no column for it.
  const channels = all.filter((channel) =>
    events.some(({ channels: cells }) => cells.some((one) => one.channel === channel)),
  )
  const busy = useNavigation().formData?.get('intent') === 'choices'
  return (
    <Card className={styles.card}>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="choices" />
        <table className={styles.matrix}>
          <caption className={text.h2}>
            <Trans>What we tell you about</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className={text.hidden}>{t`Event`}</span>
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col">
                  {i18n._(channelNames[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ event, channels: cells }) => {
              const reason = cells.find(({ fixed }) => fixed !== null)?.fixed
              return (
                <tr key={event}>
                  <th scope="row">
                    {i18n._(eventNames[event])}
                    {reason && (
                      <span className={styles.reason} id={`why-${event}`}>
                        {i18n._(fixedTexts[reason])}{' '}
                        {reason === 'consent' && (
                          <a className={text.link} href="/cookies#promotion">
                            <Trans>Your consents</Trans>
                          </a>
                        )}
                      </span>
                    )}
                  </th>
                  {channels.map((channel) => {
                    const cell = cells.find((one) => one.channel === channel)
                    const name = `${event} ${channel}`
                    const label = `${i18n._(eventNames[event])}: ${i18n._(channelNames[channel])}`
                    return (
                      <td key={channel}>
                        {/* Where the table has no head: on phones, where four columns would break the words of the first. */}
                        {cell && (
                          <span className={styles.channel} aria-hidden>
                            {i18n._(channelNames[channel])}
                          </span>
                        )}
                        {cell && cell.fixed === null && (
                          <label className={styles.cell}>
                            <input type="hidden" name="cell" value={name} />
                            {cell.on && <input type="hidden" name="was" value={name} />}
                            <input
                              key={String(cell.on)}
                              type="checkbox"
                              name="on"
                              value={name}
                              defaultChecked={cell.on}
                              aria-label={label}
                            />
                          </label>
                        )}
                        {cell && cell.fixed !== null && (
                          <span className={styles.cell} aria-describedby={`why-${event}`}>
                            {cell.on ? <Icon of={Lock} size={18} /> : '–'}
                            {cell.on && <span className={text.hidden}>{t`Always on`}</span>}
                          </span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
        <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
          <Trans>Save your choices</Trans>
        </Button>
      </Form>
    </Card>
  )
}
