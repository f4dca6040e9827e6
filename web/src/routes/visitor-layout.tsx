import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Outlet, useMatches } from 'react-router'
import { ButtonLink } from '#components/buttons/button.tsx'
import { classNames } from '#styles/class-names.ts'
import { useVisitLinks } from '#app/visit/use-visit-links.ts'
import { VisitScript } from '#app/visit/visit-script-tag.tsx'
import layout from '#styles/layout.module.css'
import { CookieBar } from '#app/cookies/cookie-bar.tsx'
import { DemoRibbon } from '#app/shell/demo-ribbon.tsx'
import { Footer } from '#app/shell/footer.tsx'
import { LanguageMenu } from '#app/shell/language-menu.tsx'
import { HomeLink } from '#app/brand/logo.tsx'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { useSite } from '#app/brand/site.ts'
import styles from './visitor-layout.module.css'

/** The shell for visitors. It uses plain links, because most of these pages have no script. */
export const VisitorShell = ({ handle = {}, children }: { handle?: VisitorHandle; children: ReactNode }) => {
  const { session } = useSite()
  const { to, signIn } = useVisitLinks()
  return (
    <>
      <VisitScript />
      <DemoRibbon />
      <div className={styles.frame}>
        {handle.header !== 'none' && (
          <header className={classNames(styles.header, handle.header === 'over' && styles.over)}>
            <div className={classNames(layout.page, styles.bar)}>
              <HomeLink reload to={to('/')} />
              <div className={styles.actions}>
                <LanguageMenu />
                {session ? (
                  <ButtonLink href="/find" size="sm" reload>
                    <Trans>Back to search</Trans>
                  </ButtonLink>
                ) : (
                  <>
                    <ButtonLink href={signIn} size="sm" variant="sec" reload>
                      <Trans>Sign in</Trans>
                    </ButtonLink>
                    {!handle.form && (
                      <ButtonLink href={to('/signup')} size="sm" reload className={styles.wide}>
                        <Trans>Sign up for free</Trans>
                      </ButtonLink>
                    )}
                  </>
                )}
              </div>
            </div>
          </header>
        )}
        {children}
      </div>
      <Footer flush={handle.header === 'none'} />
      {/* Over a form it would cover the button; nothing that needs consent runs without it. */}
      {handle.header !== 'none' && handle.cookieBar !== false && <CookieBar />}
    </>
  )
}

export default function VisitorLayout() {
  const handle = useMatches().reduce<VisitorHandle>(
    (found, match) => ({ ...found, ...(match.handle as VisitorHandle | undefined) }),
    {},
  )
  return (
    <VisitorShell handle={handle}>
      <Outlet />
    </VisitorShell>
  )
}
