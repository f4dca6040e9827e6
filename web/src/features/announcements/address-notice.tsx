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
            Abbiamo scritto a <b>{email}</b>. Se arriva, apri il link: da lì in poi ricevi di nuovo tutto.
          </Trans>
        ) : (
          <Trans>
            Le nostre email a <b>{email}</b> tornano indietro, anche ricevute e avvisi di rinnovo. Hai un altro
            indirizzo?
          </Trans>
        )}
        {failure && <span role="alert"> {i18n._(failure)}</span>}
      </p>
      <span className={styles.actions}>
        <ButtonLink href="/settings/security#email" size="sm">
          <Trans>Cambia indirizzo</Trans>
        </ButtonLink>
        {!isSent && (
          <Button size="sm" variant="sec" onClick={() => void check()} busy={busy && <Trans>Invio…</Trans>}>
            <Trans>È giusto: riprova</Trans>
          </Button>
        )}
      </span>
    </section>
  )
}

export default AddressNotice
