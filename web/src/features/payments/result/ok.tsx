import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageBeforePurchase } from '#app/shell/purchase-origin.ts'
import { messagesLeft } from '#app/session/messages-left.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { MessageCount } from '#components/marks/credit-battery.tsx'
import { Icon } from '#components/marks/icon.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { BackTo } from './back-to.tsx'
import { closePageOk, succeeded } from './paid.ts'
import styles from './result.module.css'

/** Seconds for which the congratulations are shown (section 9). */
const stays = 6

/**
 * Paid. After six seconds, unless the member stays, it returns to the start of the purchase or to the list. Members who
 * have not paid are sent there immediately.
 */
export default function Ok() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { session } = useSession()
  const [paid, setPaid] = useState<ReturnType<typeof succeeded>>(null)
  const [origin, setOrigin] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(true)
  const [seconds, setSeconds] = useState(stays)
  useEffect(() => {
    const from = pageBeforePurchase()
    const kind = succeeded()
    if (!kind) {
      void navigate(from ?? '/chats', { replace: true })
      return
    }
    setPaid(kind)
    setOrigin(from)
  }, [navigate])
  useEffect(() => {
    if (!paid || !isLeaving) return
    if (seconds > 0) {
      const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
      return () => clearTimeout(timer)
    }
    closePageOk()
    void navigate(origin ?? '/chats', { replace: true })
  }, [paid, isLeaving, seconds, origin, navigate])
  return (
    <main id="main" className={layout.page}>
      <Title>{paid === 'age_check' ? t`Age checked` : t`Payment successful`}</Title>
      {paid && (
        <div className={styles.result}>
          <span className={styles.good}>
            <Icon of={Check} size={28} />
          </span>
          <h1 className={text.h1}>
            {paid === 'age_check' ? <Trans>Age checked, thank you</Trans> : <Trans>Done, thank you</Trans>}
          </h1>
          {paid === 'age_check' ? (
            <p role="status">
              <Trans>You can now write and like. Nothing was charged.</Trans>
            </p>
          ) : (
            <p role="status">
              {session.premiumLevel === 2 ? (
                <Trans>The payment went through: you can now write without limits.</Trans>
              ) : (
                <Trans>
                  The payment went through: you have{' '}
                  <b>
                    <MessageCount messages={messagesLeft(session)} />
                  </b>
                  .
                </Trans>
              )}{' '}
              <Trans>We’ve emailed you the receipt.</Trans>
            </p>
          )}
          <ButtonLink href={origin ?? '/chats'} size="lg" onClick={closePageOk}>
            <BackTo origin={origin} />
          </ButtonLink>
          {isLeaving && (
            <p className={text.sm}>
              <Trans>
                We’ll take you there in <Plural value={Math.max(seconds, 1)} one="# second" other="# seconds" />.
              </Trans>{' '}
              <button type="button" className={text.link} onClick={() => setIsLeaving(false)}>
                <Trans>Stay here</Trans>
              </button>
            </p>
          )}
        </div>
      )}
    </main>
  )
}
