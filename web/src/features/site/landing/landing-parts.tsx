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
    <Benefit icon={ShieldCheck} title={<Trans>Safety</Trans>}>
      <Trans>
        Block or report anyone in a few taps; the person you block isn’t told. We never ask for your exact location.
      </Trans>
    </Benefit>
    <Benefit icon={Eye} title={<Trans>Visibility</Trans>}>
      <Trans>
        You appear to people who are looking for someone like you, in your area. You decide what to show and when to
        disappear.
      </Trans>
    </Benefit>
    <Benefit icon={HeartHandshake} title={<Trans>The right person</Trans>}>
      <Trans>
        Age, area, who you’re looking for: clear criteria. And each profile shows you what you have in common.
      </Trans>
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
    <Step title={<Trans>Create your profile</Trans>}>
      <Trans>Email, age and region. A few lines about you can wait.</Trans>
    </Step>
    <Step title={<Trans>See who’s there</Trans>}>
      <Trans>People in your area. If there’s nobody, we tell you.</Trans>
    </Step>
    <Step title={<Trans>You do the writing</Trans>}>
      <Trans>Before every message you see what it costs. Nothing renews without your consent.</Trans>
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
      <section className={classNames(layout.section, layout.page)} aria-label={t`Why here`}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>Made for really getting to know each other</Trans>
          </h2>
        </div>
        <Benefits />
      </section>
      <section className={classNames(layout.section, layout.page, styles.tight)}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>How it works</Trans>
          </h2>
        </div>
        <Steps />
      </section>
      {measured}
      <section className={layout.page}>
        <div className={layout.sectionHead}>
          <h2 className={text.h1}>
            <Trans>What members say</Trans>
          </h2>
        </div>
        <Reviews reviews={reviews} />
        {reviews.length > 0 && (
          <p className={styles.more}>
            <a className={text.link} href={to('/reviews')}>
              <Trans>Read more reviews</Trans>
            </a>
          </p>
        )}
      </section>
    </>
  )
}
