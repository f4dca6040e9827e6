import { useContext } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, UNSAFE_useScrollRestoration as useScroll } from 'react-router'
import { noteEarlyPresses } from '../early-press.ts'
import { handoverId } from './handover.ts'
import type { PageScript } from './page-script.ts'
import { ServerOnly } from './server-only.ts'

/** When the script of the page that came from the server runs; in the browser the page itself says so, wherever navigation leads. */
export const usePageScript = (): PageScript => {
  const server = useContext(ServerOnly)
  if (server) return server.script
  return document.getElementById(handoverId) ? 'later' : 'now'
}

/**
 * The rules a page carries itself. The browser keeps them when it hydrates. React Aria leaves out a rule of its own, which no hash
 * allows, where an element of this id stands: `base.css` has that rule.
 */
export const PageStyle = ({ rules }: { readonly rules: string }) => (
  // oxlint-disable-next-line react/no-danger -- from our build and the brand's checked file
  <style id="react-aria-pressable-style" dangerouslySetInnerHTML={{ __html: rules }} />
)

/** The brand's style sheet and the site's: at once, at the first touch under a name that does nothing, or not at all. */
export const StyleSheets = ({ tokensHref }: { readonly tokensHref: string | undefined }) => {
  const server = useContext(ServerOnly)
  const sheets = useContext(FrameworkContext)?.manifest.routes['root']?.css ?? []
  const carried = server?.styles !== undefined
  if (carried && server.script === 'none') return null
  return [...(tokensHref === undefined ? [] : [tokensHref]), ...sheets].map((href) => (
    <link key={href} rel={carried ? 'later-stylesheet' : 'stylesheet'} href={href} />
  ))
}

/** Notes what is pressed before the script runs (`early-press.ts`). */
export const EarlyPresses = () => (
  <script
    nonce={useContext(ServerOnly)?.nonce}
    suppressHydrationWarning
    // oxlint-disable-next-line react/no-danger -- a constant of ours
    dangerouslySetInnerHTML={{ __html: noteEarlyPresses }}
  />
)

/** In place of `<Scripts>` and `<ScrollRestoration>` where the script waits: data, which `start-later.ts` brings to life. */
export const HeldScripts = () => {
  const server = useContext(ServerOnly)
  useScroll()
  return (
    <script
      id={handoverId}
      type="application/json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- JSON in which no `<` is left
      dangerouslySetInnerHTML={{ __html: server?.handover ?? '' }}
    />
  )
}
