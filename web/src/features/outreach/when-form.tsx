import { Trans, useLingui } from '@lingui/react/macro'
import type { NotificationSettings } from '@incontro/contract'
import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { Switch } from '#components/forms/switch.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './notifications.module.css'

const halves = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)
const timesWith = (chosen: string) => (halves.includes(chosen) ? halves : [...halves, chosen].sort())

/** Quiet hours in the browser’s time zone, the digest, and how much a lock screen shows. */
export const WhenForm = ({ settings }: { readonly settings: NotificationSettings }) => {
  const { t } = useLingui()
  const { quiet, digest, discreet } = settings
  const [timeZone, setTimeZone] = useState(settings.timeZone)
  useEffect(() => setTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone || settings.timeZone), [settings])
  const busy = useNavigation().formData?.get('intent') === 'when'
  const [from, until] = [quiet?.from ?? '22:00', quiet?.until ?? '08:00']
  return (
    <Card className={styles.card}>
      <h2 className={text.h3}>
        <Trans>When and how</Trans>
      </h2>
      <Form method="post" preventScrollReset className={styles.fields}>
        <input type="hidden" name="intent" value="when" />
        <input type="hidden" name="timeZone" value={timeZone} />
        <Switch name="quiet" defaultChecked={quiet !== null}>
          <Trans>Quiet hours</Trans>
        </Switch>
        <div className={styles.times}>
          <SelectField name="from" label={t`From`} defaultValue={from}>
            {timesWith(from).map((time) => (
              <option key={time}>{time}</option>
            ))}
          </SelectField>
          <SelectField name="until" label={t`Until`} defaultValue={until}>
            {timesWith(until).map((time) => (
              <option key={time}>{time}</option>
            ))}
          </SelectField>
        </div>
        <p className={text.muted}>
          <Trans>In the time zone {timeZone}. What happens meanwhile arrives afterwards.</Trans>
        </p>
        <SelectField
          name="digest"
          label={t`Emails together`}
          hint={t`One email with everything, in the morning; weekly on Mondays.`}
          defaultValue={digest}
        >
          <option value="off">{t`No, one by one`}</option>
          <option value="daily">{t`Once a day`}</option>
          <option value="weekly">{t`Once a week`}</option>
        </SelectField>
        <Switch name="discreet" defaultChecked={discreet}>
          <Trans>Discreet: on the lock screen neither name nor service</Trans>
        </Switch>
        <Button type="submit" variant="sec" busy={busy && <Trans>Saving…</Trans>}>
          <Trans>Save</Trans>
        </Button>
      </Form>
    </Card>
  )
}
