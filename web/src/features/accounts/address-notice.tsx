import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import styles from './address-notice.module.css'

/** Mail to the member comes back: asks for another address, or sends a link that shows that this one works. */
const AddressNotice = () => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: ['mail-address', session.email],
    staleTime: Infinity,
    queryFn: ({ signal }) => api('GET /api/users/mailAddress', { signal }),
  })
  const { busy, failure, attempt } = useAttempt()
  const [isSent, setSent] = useState(false)
  if (!data || data.reachable) return null
  const { email } = data
  const check = async () => {
    if (await attempt(() => api('POST /api/users/mailAddress', {}))) setSent(true)
  }
  return (
    <section className={styles.notice} role="status">
      <Icon of={MailWarning} size={20} />
      <p className={styles.words}>
        {isSent ? (
          <Trans>
            We’ve written to <b>{email}</b>. If it arrives, open the link: from then on you’ll get everything again.
          </Trans>
        ) : (
          <Trans>
            Our emails to <b>{email}</b> are coming back, including receipts and renewal reminders. Do you have another
            address?
          </Trans>
        )}
        {failure && <span role="alert"> {i18n._(failure)}</span>}
      </p>
      <span className={styles.actions}>
        <ButtonLink href="/settings/security#email" size="sm">
          <Trans>Change address</Trans>
        </ButtonLink>
        {!isSent && (
          <Button size="sm" variant="sec" onClick={() => void check()} busy={busy && <Trans>Sending…</Trans>}>
            <Trans>It’s right: try again</Trans>
          </Button>
        )}
      </span>
    </section>
  )
}

export default AddressNotice
