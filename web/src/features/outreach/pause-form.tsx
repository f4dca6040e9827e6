import { Trans } from '@lingui/react/macro'
import { Form } from 'react-router'
import { useDate } from '#app/i18n/date.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './notifications.module.css'

/** Nothing for a day or a week. */
export const PauseForm = ({ pausedUntil }: { readonly pausedUntil: string | null }) => {
  const date = useDate()
  return (
    <Card className={styles.card}>
      <h2 className={text.h3}>
        <Trans>Take a break</Trans>
      </h2>
      <p className={text.muted}>
        {pausedUntil === null ? (
          <Trans>We keep quiet, except for what is always sent. What you miss waits for you.</Trans>
        ) : (
          <Trans>We keep quiet until {date(new Date(pausedUntil), 'to')}.</Trans>
        )}
      </p>
      <Form method="post" preventScrollReset className={styles.buttons}>
        <input type="hidden" name="intent" value="pause" />
        {pausedUntil === null ? (
          <>
            <Button type="submit" name="pause" value="day" variant="sec" size="sm">
              <Trans>For a day</Trans>
            </Button>
            <Button type="submit" name="pause" value="week" variant="sec" size="sm">
              <Trans>For a week</Trans>
            </Button>
          </>
        ) : (
          <Button type="submit" name="pause" value="none" variant="sec" size="sm">
            <Trans>Notify me again</Trans>
          </Button>
        )}
      </Form>
    </Card>
  )
}
