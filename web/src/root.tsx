import type { ReactNode } from 'react'
import { useContext } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router'
import { BrowserChrome } from './app/brand/browser-chrome.tsx'
import { readCookie } from './app/cookies/cookies.ts'
import { ErrorPage } from './app/shell/error-page.tsx'
import { scriptWishes } from './app/server/page-script.ts'
import { webContext } from './app/server/server-context.ts'
import { ServerOnly, useLookWithoutSite } from './app/server/server-only.ts'
import { type Site, useSiteIfLoaded } from './app/brand/site.ts'
import { SkipLink } from './app/shell/skip-link.tsx'
import { visitorPageOf } from './app/seo/visitor-page.ts'
import { WordmarkSource } from './app/brand/wordmark.tsx'
import './styles/base.css'

export const loader = ({ request, context }: LoaderFunctionArgs): Site => {
  const {
    brand: { logo, ...brand },
    locale,
    demo,
    google,
    origin,
    theme,
    session,
  } = context.get(webContext)
  const cookies = request.headers.get('cookie')
  const chosen = readCookie(cookies, 'theme')
  return {
    brand,
    locale,
    demo,
    google,
    origin,
    session,
    theme: chosen === 'light' || chosen === 'dark' ? chosen : theme,
    wordmarkBox: /viewBox="0 0 ([\d.]+ [\d.]+)"/.exec(logo.light)?.[1] ?? '148 40',
    cookiesChosen: readCookie(cookies, 'cookiePolicy') !== undefined,
  }
}

// Brand, language and mode do not change while somebody walks around; a form that changes one answers with a new document.
export const shouldRevalidate = () => false

export const Layout = ({ children }: { children: ReactNode }) => {
  const site = useSiteIfLoaded()
  const server = useContext(ServerOnly)
  const silent = scriptWishes(
    useMatches().map(({ handle }) => handle),
    site?.session != null,
  ).includes(false)
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
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta property="csp-nonce" nonce={server?.nonce} suppressHydrationWarning />
        {(site?.demo !== false || page === undefined) && <meta name="robots" content="noindex" />}
        {server?.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {look && <link rel="stylesheet" href={look.tokensHref} />}
        {site && <BrowserChrome site={site} />}
        <Links />
      </head>
      <body>
        <SkipLink />
        <WordmarkSource />
        {children}
        {!silent && <ScrollRestoration />}
        {!silent && <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export const ErrorBoundary = ErrorPage
