import type { UsedStyles } from './used-styles.ts'

/** A page as `respond` of the web build gives it when it was rendered whole. */
export interface WholePage {
  readonly html: string
  readonly script: 'now' | 'later' | 'none'
}

export interface LeanDeps {
  readonly styles: UsedStyles
  /** The style sheet of a brand by the address the page links it with; undefined for one that is not the brand's current. */
  brandStyles(href: string): string | undefined
}

/** A link element with this `rel`, its attributes in any order. */
const linkTag = (rel: string, href = ''): string =>
  `<link(?=[^>]* rel="${rel}")${href && `(?=[^>]* href="${href}")`}[^>]*>`
const sheetLink = new RegExp(linkTag('stylesheet', '/assets/(style-[^"/]+)'))
const brandLink = new RegExp(linkTag('stylesheet', '(/brand/tokens\\.css[^"]*)'))
const preloads = new RegExp(linkTag('modulepreload'), 'g')

/**
 * Starts what the page holds back, on the first sign of somebody: the style sheet for what comes later, then the scripts.
 * Until then the page is whole without them. Kept small: it travels with every such page.
 */
const starter = [
  '(()=>{const on=["pointermove","pointerdown","touchstart","keydown","focusin","wheel","scroll"];',
  'const go=()=>{for(const e of on)removeEventListener(e,go,true);',
  'for(const l of document.querySelectorAll("link[rel^=later-]"))l.rel=l.rel.slice(6);',
  'for(const s of document.querySelectorAll("script[type=later-module]")){const n=document.createElement("script");',
  'n.type="module";n.nonce=s.nonce;n.async=true;if(s.src)n.src=s.src;else n.textContent=s.textContent;s.replaceWith(n)}};',
  'for(const e of on)addEventListener(e,go,{capture:true,passive:true});',
  // Somebody was quicker than this line, or the browser filled the form in.
  'if(document.activeElement!==document.body||document.querySelector("form :autofill"))go()})()',
].join('')

/** A page as it goes out. `styleHash` is what the content policy has to allow for its `<style>`; without it the style carries the page's nonce. */
export interface LeanPage {
  readonly html: string
  readonly styleHash: string | undefined
}

/**
 * Makes a page ready to be seen as soon as its own bytes are there: the rules it uses stand in it. A page without script
 * needs no style sheet and no nonce besides, so that its bytes are the same for everybody; one whose script runs later
 * fetches sheet and scripts when somebody first touches it.
 */
export async function lean(page: WholePage, deps: LeanDeps): Promise<LeanPage> {
  const { html, script } = page
  const href = brandLink.exec(html)?.[1]
  const brandRules = href === undefined ? undefined : deps.brandStyles(href)
  const sheet = sheetLink.exec(html)?.[1]
  if (script === 'now' || href === undefined || brandRules === undefined || sheet === undefined)
    return { html, styleHash: undefined }
  const { rules, hash } = await deps.styles.of(html, sheet, { href, rules: brandRules })
  if (script === 'none') {
    const bare = html.replace(/<meta property="csp-nonce"[^>]*>/, '').replace(/ nonce="[^"]*"/g, '')
    return { html: bare.replace(brandLink, () => `<style>${rules}</style>`).replace(sheetLink, ''), styleHash: hash }
  }
  const nonce = /<meta property="csp-nonce" nonce="([^"]*)"/.exec(html)?.[1] ?? ''
  const held = html
    .replace(brandLink, (link) => `<style nonce="${nonce}">${rules}</style>${later(link)}`)
    .replace(sheetLink, later)
    // A preload of our own file needs no nonce; without it the page's pieces between nonces are few.
    .replace(preloads, (link) => later(link).replace(/ nonce="[^"]*"/, ''))
    .replace(/<script([^>]*) type="module"/g, '<script$1 type="later-module"')
    .replace('</body>', () => `<script nonce="${nonce}">${starter}</script></body>`)
  return { html: held, styleHash: undefined }
}

const later = (link: string): string => link.replace(' rel="', ' rel="later-')
