import type { RatePlan } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { CreditCard, IdCard } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import type { PayRules } from '#features/credits/index.ts'
import styles from './age-check.module.css'

const WithWallet = () => {
  const { session } = useSession()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const open = async () => {
    setState('busy')
    try {
      const { url } = await api('POST /api/ageCheck/wallet', { body: { clickid: session.clickid } })
      location.assign(url)
      // A wallet app opens without leaving this page.
      setTimeout(() => setState('ready'), 5000)
    } catch {
      // The card shows the failure and keeps its button.
      setState('failed')
    }
  }
  return (
    <Card as="section" className={styles.method}>
      <Icon of={IdCard} size={28} />
      <h2 className={text.h3}>
        <Trans>With your digital wallet</Trans>
      </h2>
      <p className={text.muted}>
        <Trans>It tells us only whether you are 18, yes or no: no name, no date of birth. It costs nothing.</Trans>
      </p>
      {state === 'failed' && (
        <Note tone="bad" role="alert">
          <Trans>We couldn’t open the wallet. Try again in a moment.</Trans>
        </Note>
      )}
      <Button size="lg" block onClick={() => void open()} busy={state === 'busy' && <Trans>Opening the wallet…</Trans>}>
        <Trans>Open the wallet</Trans>
      </Button>
    </Card>
  )
}

const WithCard = ({ plan }: { plan: RatePlan }) => (
  <Card as="section" className={styles.method}>
    <Icon of={CreditCard} size={28} />
    <h2 className={text.h3}>
      <Trans>With a card</Trans>
    </h2>
    <p className={text.muted}>
      <Trans>Your bank confirms that the card is valid. Nothing is charged, and we don’t keep the card.</Trans>
    </p>
    <ButtonLink href={`/purchase/pay?plan=${encodeURIComponent(plan.planId)}`} size="lg" block variant="sec">
      <Trans>Check with a card</Trans>
    </ButtonLink>
  </Card>
)

/** Replaces the plans until the member has proved their age of 18: the methods, and what each one reveals. */
export const AgeCheck = ({
  methods,
  plan,
}: {
  methods: NonNullable<PayRules['ageCheckBy']>
  plan: RatePlan | undefined
}) => (
  <div className={styles.check}>
    <p className={text.muted}>
      <Trans>
        You only do this once. Until then you can look at profiles and read what you receive. We keep only the result,
        the method and the date.
      </Trans>
    </p>
    <div className={styles.methods}>
      {methods.includes('wallet') && <WithWallet />}
      {methods.includes('card') && plan && <WithCard plan={plan} />}
    </div>
    {methods.length === 0 && (
      <Note tone="bad">
        <Trans>
          We can’t check your age right now. Try again in a few minutes or{' '}
          <a className={text.link} href="/contactUs">
            write to us
          </a>
          .
        </Trans>
      </Note>
    )}
  </div>
)
