import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, UNSAFE_useScrollRestoration as useScroll } from 'react-router'
import { noteEarlyInput } from '../early-input.ts'
import { handoverId } from './handover.ts'
import type { PageScript } from './page-script.ts'
import { ServerOnly } from './server-only.ts'

/**
 * When the script of the server-rendered page runs. The browser reads it from the document, which stays the same
 * through navigation.
 */
export const usePageScript = (): PageScript => {
  const server = useContext(ServerOnly)
  if (server) return server.script
  return document.getElementById(handoverId) ? 'later' : 'now'
}

/**
 * The inline critical CSS of a page. The browser keeps it when it hydrates. Because an element with this id exists,
 * React Aria does not add a rule of its own, which the content security policy has no hash for; `base.css` contains
 * that rule.
 */
export const PageStyle = ({ rules }: { readonly rules: string }) => (
  // oxlint-disable-next-line react/no-danger -- from our build and the brand's checked file
  <style id="react-aria-pressable-style" dangerouslySetInnerHTML={{ __html: rules }} />
)

/**
 * Links the style sheets of the brand and the site: directly, deferred under a `rel` that browsers ignore until the
 * first interaction, or not at all.
 */
export const StyleSheets = ({ tokensHref }: { readonly tokensHref: string | undefined }) => {
  const server = useContext(ServerOnly)
  const sheets = useContext(FrameworkContext)?.manifest.routes['root']?.css ?? []
  const carried = server?.styles !== undefined
  if (carried && server.script === 'none') return null
  return [...(tokensHref === undefined ? [] : [tokensHref]), ...sheets].map((href) => (
    <link key={href} rel={carried ? 'later-stylesheet' : 'stylesheet'} href={href} />
  ))
}

/** Records what is pressed before the script runs (`early-input.ts`). */
export const EarlyInput = () => (
  <script
    nonce={useContext(ServerOnly)?.nonce}
    suppressHydrationWarning
    // oxlint-disable-next-line react/no-danger -- a constant of ours
    dangerouslySetInnerHTML={{ __html: noteEarlyInput }}
  />
)

const firstFormat =
  'requestAnimationFrame(() => setTimeout(() => new Intl.NumberFormat(document.documentElement.lang).format(1)))'

/**
 * Reads the browser's data of the language once the page is painted: its first format of a number or a date takes a phone
 * up to a tenth of a second, which would be part of a task of the page.
 */
export const FirstFormat = () => (
  <script
    nonce={useContext(ServerOnly)?.nonce}
    suppressHydrationWarning
    // oxlint-disable-next-line react/no-danger -- a constant of ours
    dangerouslySetInnerHTML={{ __html: firstFormat }}
  />
)

/**
 * Replaces `<Scripts>` and `<ScrollRestoration>` on a page with a deferred script: the data that `start-later.ts`
 * starts it with.
 */
export const HeldScripts = () => {
  const server = useContext(ServerOnly)
  useScroll()
  return (
    <script
      id={handoverId}
      type="application/json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- JSON without any `<`
      dangerouslySetInnerHTML={{ __html: server?.handover ?? '' }}
    />
  )
}
