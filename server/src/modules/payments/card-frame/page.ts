import type { Locale } from '@incontro/contract'
import { brandMarks } from './brand-marks.ts'
import type { FrameTexts } from './texts.ts'

export interface FramePage {
  readonly locale: Locale
  readonly theme: 'light' | 'dark' | null
  readonly brandKey: string
  readonly nonce: string
  readonly styles: string
  readonly scriptHref: string
  readonly texts: FrameTexts
  /** Null when the processor provides no key: the page shows a message instead of the form. */
  readonly publicKey: string | null
  /** By which expiry dates are checked and card data is dated. */
  readonly now: Date
}

/** The card form as a complete document. */
export function framePage({ texts, publicKey, now, ...page }: FramePage): string {
  return publicKey === null
    ? frameDocument({
        ...page,
        title: texts.title,
        content: `<p class="message" role="alert">${escaped(texts.unavailable)}</p>`,
        data: null,
      })
    : frameDocument({
        ...page,
        title: texts.title,
        content: form(texts),
        data: { publicKey, now: now.toISOString(), texts },
      })
}

interface FrameDocument extends Omit<FramePage, 'texts' | 'publicKey' | 'now'> {
  readonly title: string
  /** Escaped markup. */
  readonly content: string
  /** Data for the script; null leaves the script out. */
  readonly data: object | null
}

/** A frame's document. Everything in it is ours or escaped. */
export function frameDocument({ title, content, data, ...page }: FrameDocument): string {
  const theme = page.theme === null ? '' : ` data-theme="${page.theme}"`
  const script =
    data === null
      ? ''
      : `<script type="application/json" id="frame-data">${inScript(data)}</script>` +
        `<script nonce="${page.nonce}" src="${escaped(page.scriptHref)}" defer></script>`
  return `<!doctype html>
<html lang="${page.locale}" data-brand="${escaped(page.brandKey)}"${theme}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(title)}</title><style nonce="${page.nonce}">${page.styles.replaceAll('</', '<\\/')}</style></head>
<body>${content}${script}</body></html>`
}

const form = (texts: FrameTexts): string => `<main class="form">
${field({ name: 'number', label: texts.number, autocomplete: 'cc-number', placeholder: '', after: `<span id="brand" role="img" data-brand="" aria-label="">${brandMarks}</span>` })}
<div class="two">
${field({ name: 'expiry', label: texts.expiry, autocomplete: 'cc-exp', placeholder: texts.expiryFormat, after: '' })}
${field({ name: 'code', label: texts.code, autocomplete: 'cc-csc', placeholder: '123', after: cardIcon })}
</div>
<p class="hint" id="code-hint">${escaped(texts.hint)}</p>
</main>`

function field(input: {
  name: string
  label: string | undefined
  autocomplete: string
  placeholder: string
  after: string
}): string {
  const described = input.name === 'code' ? 'code-message code-hint' : `${input.name}-message`
  return `<div class="field"><label for="${input.name}">${escaped(input.label)}</label>
<div class="input" id="${input.name}-box"><input id="${input.name}" type="text" inputmode="numeric" autocomplete="${input.autocomplete}" placeholder="${escaped(input.placeholder)}" aria-describedby="${described}" aria-required="true" autocapitalize="off" spellcheck="false">${input.after}</div>
<p class="message" id="${input.name}-message" aria-live="polite"></p></div>`
}

const cardIcon =
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect width="20" height="14" x="2" y="5" rx="2"/><path d="M2 10h20M6 14h2"/></svg>'

const escaped = (text = ''): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** JSON that cannot close the surrounding script element. */
const inScript = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
