import { html, page, type Html } from '../page/html.ts'
import type { Mail } from './mail.ts'

/** A page with one mail: its HTML in a frame without scripts, its links and its plain text. */
export function mailPage(mail: Mail): string {
  return page(
    mail.subject || '(no subject)',
    html` <p><a href="/">← Sandbox</a></p>
      <h1>${mail.subject || '(no subject)'}</h1>
      <dl class="facts">
        <dt>To</dt>
        <dd>${mail.to}</dd>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>Received</dt>
        <dd><time datetime="${mail.receivedAt}">${mail.receivedAt}</time></dd>
      </dl>
      <h2>Links</h2>
      ${links(mail.links)}
      ${mail.html === '' ? '' : html`<iframe class="mail" title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${mail.id}/body"></iframe>`}
      <h2>Plain text</h2>
      <pre>${mail.text || '(none)'}</pre>`,
  )
}

/** The mail's HTML. Its links open in a new tab, since the frame may not navigate its parent. */
export function mailBody(mail: Mail): string {
  return `<!doctype html><base target="_blank">${mail.html}`
}

function links(urls: readonly string[]): Html {
  if (urls.length === 0) return html`<p class="quiet">None.</p>`
  return html`<ol>
    ${urls.map((url) => html`<li><a class="long" href="${url}" rel="noreferrer">${url}</a></li>`)}
  </ol>`
}
