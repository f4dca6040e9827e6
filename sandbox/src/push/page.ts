import { html, page, type Html } from '../page/html.ts'
import type { PushedMessage, PushPhone } from './records.ts'

type ShownPhone = PushPhone & { readonly messages: readonly PushedMessage[]; readonly connectUrl: string }

const answers = {
  on: 'takes all (201)',
  gone: 'has unsubscribed (410)',
  full: 'too many (429)',
  strict: 'too long (413)',
}

/** Made-up phones, and what was pushed to them. */
export const pushPage = (phones: readonly ShownPhone[]): string =>
  page(
    'Push',
    html`<header>
        <h1>Push</h1>
        <p class="quiet">
          Made-up phones, for browsers and machines without a push service. Make one, connect it to your account, and
          let somebody write to you while no page of yours is open.
        </p>
        <nav><a href="/">Sandbox</a><a href="/push">Refresh</a></nav>
        <form method="post" action="/push/phones"><button>Make a phone</button></form>
      </header>
      ${phones.map(phoneOf)}`,
  )

const phoneOf = (phone: ShownPhone): Html =>
  html`<section>
    <h2>Phone ${phone.id.slice(0, 8)}</h2>
    <p><a href="${phone.connectUrl}">Connect it to my account</a></p>
    <form method="post" action="/push/phones/${phone.id}">
      <label
        >Its push service
        <select name="state">
          ${Object.entries(answers).map(
            ([state, text]) =>
              html`<option value="${state}" ${state === phone.state ? html`selected` : ''}>${text}</option>`,
          )}
        </select></label
      >
      <button>Change</button>
    </form>
    ${
      phone.messages.length === 0
        ? html`<p class="quiet">Nothing yet.</p>`
        : html`<ul class="list">
            ${phone.messages.map((message) => html`<li>${message.receivedAt} · ${shown(message.text)}</li>`)}
          </ul>`
    }
  </section>`

function shown(text: string): string {
  const { t = '', b = '', u = '' } = JSON.parse(text) as { t?: string; b?: string; u?: string }
  return `${t}: ${b} (${u})`
}
