import { Trans } from '@lingui/react/macro'
import { DoorOpen, HandHeart, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageMenu } from '#app/shell/language-menu.tsx'
import { HomeLink } from '#app/brand/logo.tsx'
import { useSite } from '#app/brand/site.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { HeroStage } from '#components/people/hero-stage.tsx'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import styles from './form-page.module.css'

/** The link to the other form (sign-up or sign-in): a question in a `span`, which phones hide, and the action. */
export const OtherForm = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a className={classNames(text.link, text.sm, styles.other)} href={href}>
    {children}
  </a>
)

/** A page with a single form; on wide screens portraits and promises are beside it. */
export const FormPage = ({
  title,
  description,
  intro,
  other,
  children,
}: {
  readonly title: string
  /** For search engines, on pages that they may list. */
  readonly description?: string
  readonly intro?: ReactNode
  /** The link to the other form. */
  readonly other?: ReactNode
  readonly children: ReactNode
}) => {
  const { to } = useVisitLinks()
  const { brand } = useSite()
  return (
    <main id="main" className={styles.split}>
      <PageHead title={title} {...(description === undefined ? {} : { description })} />
      <div className={styles.column}>
        <div className={styles.head}>
          <HomeLink reload to={to('/')} />
          <div className={styles.side}>
            {other}
            <LanguageMenu />
          </div>
        </div>
        <div className={styles.body}>
          <h1 className={text.h1}>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
          {children}
        </div>
      </div>
      <aside className={styles.aside}>
        <div className={styles.beside}>
          <HeroStage country={brand.country} compact />
          <div className={styles.points}>
            <p>
              <Icon of={ShieldCheck} />
              <span>
                <Trans>
                  <b>Block and report in a few taps.</b> The person you block isn’t told.
                </Trans>
              </span>
            </p>
            <p>
              <Icon of={HandHeart} />
              <span>
                <Trans>
                  <b>No fake profiles.</b> If there’s nobody in your area, we tell you.
                </Trans>
              </span>
            </p>
            <p>
              <Icon of={DoorOpen} />
              <span>
                <Trans>
                  <b>Leave whenever you like.</b> Your profile disappears straight away, your data after 30 days.
                </Trans>
              </span>
            </p>
          </div>
        </div>
      </aside>
    </main>
  )
}
