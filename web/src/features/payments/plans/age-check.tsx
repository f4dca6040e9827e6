import type { RatePlan } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { CreditCard } from 'lucide-react'
import { ButtonLink } from '../../../components/buttons/button.tsx'
import { Note } from '../../../components/feedback/note.tsx'
import { Card } from '../../../components/layout/card.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import text from '../../../styles/text.module.css'
import type { PayRules } from '../../credits/index.ts'
import styles from './age-check.module.css'

/** What stands where the plans would, before the member has shown that they are 18: how they can, and what that shows. */
export const AgeCheck = ({
  methods,
  plan,
}: {
  methods: readonly NonNullable<PayRules['ageCheckBy']>[number][]
  plan: RatePlan | undefined
}) => (
  <div className={styles.check}>
    {methods.includes('card') && plan && (
      <Card as="section" className={styles.method}>
        <Icon of={CreditCard} size={28} />
        <h2 className={text.h3}>
          <Trans>Con una carta</Trans>
        </h2>
        <p className={text.muted}>
          <Trans>
            La tua banca conferma che la carta è valida. Non si addebita nulla, e la carta non resta da noi.
          </Trans>
        </p>
        <ButtonLink href={`/purchase/pay?plan=${encodeURIComponent(plan.planId)}`} size="lg" block>
          <Trans>Verifica con una carta</Trans>
        </ButtonLink>
      </Card>
    )}
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
    <p className={`${text.sm} ${text.muted}`}>
      <Trans>
        Si fa una volta sola. Fino ad allora guardi i profili e leggi quello che ricevi. Conserviamo solo l’esito, il
        metodo e la data.
      </Trans>
    </p>
  </div>
)
