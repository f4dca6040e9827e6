import type { ReactNode } from 'react'
import { useContext } from 'react'
import { type LoaderFunctionArgs, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { BrowserChrome } from '#app/brand/browser-chrome.tsx'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { useEarlyInput } from '#app/early-input.ts'
import {
  EarlyInput,
  FirstFormat,
  HeldScripts,
  PageStyle,
  StyleSheets,
  usePageScript,
} from '#app/server/document-parts.tsx'
import { webContext } from '#app/server/server-context.ts'
import { ServerOnly, useLookWithoutSite } from '#app/server/server-only.ts'
import { type Site, useSiteIfLoaded } from '#app/brand/site.ts'
import { SkipLink } from '#app/shell/skip-link.tsx'
import { visitorPageOf } from '#app/seo/visitor-page.ts'
import { WordmarkSource } from '#app/brand/wordmark.tsx'
import '#styles/base.css'

export const loader = ({ context }: LoaderFunctionArgs): Site => {
  const {
    brand: { logo, tokensCss: _, ...brand },
    locale,
    demo,
    google,
    origin,
    theme,
    cookieChoice,
    session,
  } = context.get(webContext)
  return {
    brand,
    locale,
    demo,
    google,
    origin,
    session,
    theme,
    wordmarkBox: /viewBox="0 0 ([\d.]+ [\d.]+)"/.exec(logo.light)?.[1] ?? '148 40',
    cookiesChosen: cookieChoice.chosen,
  }
}

// Brand, language and theme do not change during navigation: a form that changes one loads a new document.
export const shouldRevalidate = () => false

export const Layout = ({ children }: { children: ReactNode }) => {
  const site = useSiteIfLoaded()
  const server = useContext(ServerOnly)
  const script = usePageScript()
  const page = visitorPageOf(useLocation().pathname)
  const brand = site?.brand
  const bare = useLookWithoutSite()
  const look = brand ?? bare
  return (
    <html
      lang={site?.locale ?? bare?.locale ?? 'it'}
      data-brand={look?.key ?? 'local'}
      data-theme={site?.theme ?? undefined}
    >
      <head>
        <meta charSet="utf-8" />
        {/* Above the keyboard of a phone the page is smaller, so that the field and the last message stay in view. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {script === 'now' && <meta property="csp-nonce" nonce={server?.nonce} suppressHydrationWarning />}
        {script === 'now' && <EarlyInput />}
        {script === 'now' && <FirstFormat />}
        {server?.styles !== undefined && <PageStyle rules={server.styles} />}
        {(site?.demo !== false || page === undefined) && <meta name="robots" content="noindex" />}
        {server?.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {site && <BrowserChrome site={site} />}
        <StyleSheets tokensHref={look?.tokensHref} />
      </head>
      <body>
        <SkipLink />
        <WordmarkSource />
        {children}
        {script === 'now' && <ScrollRestoration />}
        {script === 'now' && <Scripts />}
        {script === 'later' && <HeldScripts />}
      </body>
    </html>
  )
}

export default function Root() {
  useEarlyInput()
  return <Outlet />
}

export const ErrorBoundary = ErrorPage
