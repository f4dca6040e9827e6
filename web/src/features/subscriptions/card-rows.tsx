import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, Wallet } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useDate, useMonth } from '#app/i18n/date.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { lazyDialog } from '#components/dialogs/lazy-dialog.ts'
import { Icon } from '#components/marks/icon.tsx'
import { cardsQuery, type StoredCard } from './cards-query.ts'
import styles from './subscription.module.css'

const CardRemoveDialog = lazyDialog(() => import('./card-remove-dialog.tsx'))

/**
 * The member's stored cards and accounts (which have no last four digits), each with a remove button. Renders nothing
 * if there are none.
 */
export const CardRows = () => {
  const {
    session: { clickid },
  } = useSession()
  const { t } = useLingui()
  const date = useDate()
  const month = useMonth()
  const { data } = useQuery(cardsQuery(clickid))
  const [removing, setRemoving] = useState<StoredCard | null>(null)
  return (
    <>
      {data?.cards.map((card) => {
        const { label: brand } = card
        const day = date(new Date(card.time), 'on')
        return (
          <li key={card.id} className={styles.row}>
            <span className={styles.icon}>
              <Icon of={card.last4 ? CreditCard : Wallet} />
            </span>
            <div className={styles.words}>
              <p className={styles.name}>
                {card.last4 ? (
                  <Trans>
                    {brand} ending in {card.last4}
                  </Trans>
                ) : (
                  brand
                )}
              </p>
              <p className={styles.small}>
                {card.paysRenewals ? (
                  <Trans>Saved on {day}. It pays the renewals of your plan.</Trans>
                ) : (
                  <Trans>Saved on {day}.</Trans>
                )}
                {card.expires !== null && (
                  <>
                    {' '}
                    <Trans>Valid until {month(card.expires)}.</Trans>
                  </>
                )}
              </p>
            </div>
            <Button
              size="sm"
              variant="sec"
              aria-label={card.last4 ? t`Remove the card ending in ${card.last4}` : t`Remove ${brand}`}
              onClick={() => setRemoving(card)}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        )
      })}
      {removing && (
        <Suspense fallback={null}>
          <CardRemoveDialog card={removing} onClose={() => setRemoving(null)} />
        </Suspense>
      )}
    </>
  )
}
