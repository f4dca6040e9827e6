import type { PublishedReview } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, HeartHandshake, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '#components/marks/icon.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import styles from './landing.module.css'
import { Reviews } from '#features/reviews/index.ts'

const Benefit = ({ icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) => (
  <li className={styles.benefit}>
    <span className={styles.icon}>
      <Icon of={icon} size={28} />
    </span>
    <h3>{title}</h3>
    <p className={text.muted}>{children}</p>
  </li>
)

/** The three benefits of the service. */
const Benefits = () => (
  <ul className={styles.benefits}>
    <Benefit icon={ShieldCheck} title={<Trans>Sicurezza</Trans>}>
      <Trans>
        Blocchi o segnali chi vuoi in pochi tocchi, e chi blocchi non lo sa. La tua posizione esatta non te la chiediamo
        mai.
      </Trans>
    </Benefit>
    <Benefit icon={Eye} title={<Trans>Visibilità</Trans>}>
      <Trans>Appari a chi cerca qualcuno come te, nella tua zona. Decidi tu cosa mostrare e quando sparire.</Trans>
    </Benefit>
    <Benefit icon={HeartHandshake} title={<Trans>La persona giusta</Trans>}>
      <Trans>Età, zona, chi cerchi: criteri chiari. E su ogni profilo vedi subito che cosa avete in comune.</Trans>
    </Benefit>
  </ul>
)

const Step = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li className={styles.step}>
    <h3 className={text.h3}>{title}</h3>
    <p className={text.muted}>{children}</p>
  </li>
)

/** The steps after sign-up. */
const Steps = () => (
  <ol className={styles.steps}>
    <Step title={<Trans>Crea il profilo</Trans>}>
      <Trans>Email, età e regione. Due righe su di te le aggiungi con calma.</Trans>
    </Step>
    <Step title={<Trans>Guarda chi c’è</Trans>}>
      <Trans>Persone della tua zona. Se non c’è nessuno, te lo diciamo.</Trans>
    </Step>
    <Step title={<Trans>Scrivi tu</Trans>}>
      <Trans>Prima di ogni messaggio vedi quanto costa. Nessun rinnovo senza il tuo consenso.</Trans>
    </Step>
  </ol>
)

/** The sections below the head of the home page and of sign-up landings: benefits, steps, reviews. */
export const LandingSections = ({
  reviews,
  measured,
}: {
  readonly reviews: readonly PublishedReview[]
  /** The measured figures, on pages that have them. */
  readonly measured?: ReactNode
}) => {
  const { t } = useLingui()
  const { to } = useVisitLinks()
  return (
    <>
      <section className={classNames(layout.section, layout.page)} aria-label={t`Perché qui`}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>Fatto per conoscersi davvero</Trans>
          </h2>
        </div>
        <Benefits />
      </section>
      <section className={classNames(layout.section, layout.page, styles.tight)}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>Come funziona</Trans>
          </h2>
        </div>
        <Steps />
      </section>
      {measured}
      <section className={layout.page}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>Cosa dicono le persone iscritte</Trans>
          </h2>
        </div>
        <Reviews reviews={reviews} />
        {reviews.length > 0 && (
          <p className={styles.more}>
            <a className={text.link} href={to('/reviews')}>
              <Trans>Leggi altre recensioni</Trans>
            </a>
          </p>
        )}
      </section>
    </>
  )
}
