import { Trans } from '@lingui/react/macro'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { PageHead } from '#app/seo/page-head.tsx'
import { safePath } from '#app/visit/safe-path.ts'
import { webContext } from '#app/server/server-context.ts'
import { headline } from '#app/i18n/headline.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { Claims } from './claims.tsx'
import { HeroStage } from '#components/people/hero-stage.tsx'
import styles from './landing.module.css'
import { LandingSections } from './landing-parts.tsx'
import { measuredClaims, threeReviews } from './landing-server.ts'
import { Organisation } from './organisation.tsx'

export const handle: VisitorHandle = { script: false, header: 'over' }

/** Redirects members to the page that they wanted or to the search. Visitors who request a member page see this one. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { api, session } = context.get(webContext)
  if (session) throw redirect(safePath(new URL(request.url).searchParams.get('next'), '/find'))
  const [reviews, claims] = await Promise.all([threeReviews(api), measuredClaims(api)])
  return { reviews, claims }
}

export default function Landing() {
  const { brand, locale } = useSite()
  const { reviews, claims } = useLoaderData<typeof loader>()
  const { next, to, signIn } = useVisitLinks()
  return (
    <main id="main">
      <PageHead whole title={`${brand.title} · ${brand.tagline.headline}`} description={brand.tagline.subtitle} />
      <Organisation />
      <section className={styles.hero}>
        <div className={classNames(layout.page, styles.inner)}>
          <div className={classNames(layout.stack, layout.g6)}>
            <h1 className={classNames(text.display, styles.headline)}>{headline(brand.tagline.headline, locale)}</h1>
            <p className={styles.lede}>{brand.tagline.subtitle}</p>
            {next !== '' && (
              <p className={text.muted}>
                <Trans>Sign in to continue and we’ll take you where you were going.</Trans>
              </p>
            )}
            <div className={styles.calls}>
              <ButtonLink href={to('/signup')} size="lg" reload>
                <Trans>Sign up for free</Trans>
              </ButtonLink>
              <ButtonLink href={signIn} size="lg" variant="sec" reload>
                <Trans>Sign in</Trans>
              </ButtonLink>
            </div>
            <p className={classNames(text.sm, text.muted, styles.small)}>
              <Trans>Signing up is free and takes a couple of minutes. You must be at least 18.</Trans>
            </p>
          </div>
          <HeroStage country={brand.country} />
        </div>
      </section>
      <LandingSections reviews={reviews} measured={<Claims claims={claims} />} />
    </main>
  )
}
