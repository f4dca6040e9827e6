import type { ReviewView } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Info, Star } from 'lucide-react'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { Badge } from '../../components/labels.tsx'
import { Stars } from '../../components/stars.tsx'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import styles from './landing.module.css'

const Review = ({ review }: { review: ReviewView }) => (
  <Card as="figure" className={styles.review}>
    <div className={classNames(layout.row, layout.between)}>
      <Stars value={review.Stelle} />{review.sample && <Badge><Trans>Testo di esempio</Trans></Badge>}
    </div>
    <blockquote>{review.Recensione}</blockquote>
    <figcaption className={classNames(text.sm, text.muted)}><b className={styles.who}>{review.Utente}, {review.Età}</b></figcaption>
  </Card>
)

/** What members wrote, the critical ones too, and how it was collected; says so when nobody has written yet. */
export const Reviews = ({ reviews }: { reviews: readonly ReviewView[] }) => (
  <>
    {reviews.length === 0
      ? <Card><EmptyState level={3} icon={Star} title={<Trans>Ancora nessuna recensione</Trans>} text={<Trans>Le pubblicheremo appena qualcuno ne scriverà una.</Trans>} /></Card>
      : <div className={styles.reviews}>{reviews.map((review) => <Review key={review.Recensione} review={review} />)}</div>}
    <p className={classNames(text.sm, text.muted, styles.how)}>
      <Icon of={Info} size={18} />
      <Trans>
        Come le raccogliamo: può scriverne una chi è iscritto da almeno 7 giorni e ha avuto una conversazione vera. Pubblichiamo anche le critiche;
        togliamo solo insulti e dati personali. Nessun compenso.
      </Trans>
    </p>
  </>
)
