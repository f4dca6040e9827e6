import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageHead } from '#app/seo/page-head.tsx'
import { headline } from '#app/i18n/headline.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { HeroStage } from '#components/people/hero-stage.tsx'
import { LandingSections } from './landing-parts.tsx'
import type { SignupLandingData } from './landing-server.ts'
import home from './landing.module.css'
import styles from './landing-signup.module.css'

export const signupLandingHandle: VisitorHandle = { header: 'over', form: true, cookieBar: false }

/**
 * The landing page of advertisements and partners: a head that contains the form, above the sections of the home page.
 * Mainstream brands show the form beside portraits; on the others it comes first, with nothing beside it.
 */
export const SignupLanding = ({
  mainstream,
  reviews,
  intro,
  children,
}: Pick<SignupLandingData, 'reviews'> & {
  readonly mainstream: boolean
  readonly intro: ReactNode
  /** The form, preceded by other sign-in methods. */
  readonly children: ReactNode
}) => {
  const { brand, locale } = useSite()
  const { signIn } = useVisitLinks()
  return (
    <main id="main">
      <PageHead whole title={`${brand.title} · ${brand.tagline.headline}`} description={brand.tagline.subtitle} />
      <section className={home.hero} data-landing={mainstream ? 'mainstream' : 'plain'}>
        <div className={classNames(layout.page, styles.inner, mainstream ? styles.beside : styles.first)}>
          <div className={styles.side}>
            <div className={styles.words}>
              <h1 className={classNames(text.display, styles.headline)}>{headline(brand.tagline.headline, locale)}</h1>
              <p className={home.lede}>{brand.tagline.subtitle}</p>
            </div>
            {mainstream && (
              <div className={styles.portraits}>
                <HeroStage country={brand.country} compact />
              </div>
            )}
          </div>
          <Card as="section" className={styles.card} aria-labelledby="form-title">
            <div className={styles.head}>
              <h2 id="form-title" className={text.h2}>
                <Trans context="invitation">Create your profile</Trans>
              </h2>
              <a className={classNames(text.link, text.sm)} href={signIn}>
                <Trans>Already have a profile? Sign in</Trans>
              </a>
            </div>
            <p className={text.muted}>{intro}</p>
            {children}
          </Card>
        </div>
      </section>
      <LandingSections reviews={reviews} />
    </main>
  )
}
