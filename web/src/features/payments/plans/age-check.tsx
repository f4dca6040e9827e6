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
        <Trans>Con il portafoglio digitale</Trans>
      </h2>
      <p className={text.muted}>
        <Trans>Ci dice solo se hai 18 anni, sì o no: né il nome, né la data di nascita. Non costa nulla.</Trans>
      </p>
      {state === 'failed' && (
        <Note tone="bad" role="alert">
          <Trans>Non siamo riusciti ad aprire il portafoglio. Riprova tra poco.</Trans>
        </Note>
      )}
      <Button
        size="lg"
        block
        onClick={() => void open()}
        busy={state === 'busy' && <Trans>Apriamo il portafoglio…</Trans>}
      >
        <Trans>Apri il portafoglio</Trans>
      </Button>
    </Card>
  )
}

const WithCard = ({ plan }: { plan: RatePlan }) => (
  <Card as="section" className={styles.method}>
    <Icon of={CreditCard} size={28} />
    <h2 className={text.h3}>
      <Trans>Con una carta</Trans>
    </h2>
    <p className={text.muted}>
      <Trans>La tua banca conferma che la carta è valida. Non si addebita nulla, e la carta non resta da noi.</Trans>
    </p>
    <ButtonLink href={`/purchase/pay?plan=${encodeURIComponent(plan.planId)}`} size="lg" block variant="sec">
      <Trans>Verifica con una carta</Trans>
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
        Si fa una volta sola. Fino ad allora guardi i profili e leggi quello che ricevi. Conserviamo solo l’esito, il
        metodo e la data.
      </Trans>
    </p>
    <div className={styles.methods}>
      {methods.includes('wallet') && <WithWallet />}
      {methods.includes('card') && plan && <WithCard plan={plan} />}
    </div>
    {methods.length === 0 && (
      <Note tone="bad">
        <Trans>
          Adesso non possiamo verificare la tua età. Riprova tra qualche minuto, o{' '}
          <a className={text.link} href="/contactUs">
            scrivici
          </a>
          .
        </Trans>
      </Note>
    )}
  </div>
)
