import type { Controls } from '../adyen/controls.ts'
import type { NotificationItem, PaymentRecord } from '../adyen/records.ts'
import { refusalByCode } from '../adyen/refusals.ts'
import { TEST_CARDS, type Behaviour } from '../adyen/test-cards.ts'
import type { Mail } from '../mail/mail.ts'
import type { OpenIdAccount } from '../openid/accounts.ts'
import type { SandboxState } from '../state.ts'
import type { WebhookRecord } from '../webhook-delivery.ts'
import { formatCard, formatMoney, formatTime } from './format.ts'
import { html, page, type Html } from './html.ts'

const SHOWN = 50

/** The one page of the sandbox: inbox, payments, webhooks, controls, test cards. */
export function homePage(state: SandboxState, controls: Controls, refresh: number | null): string {
  return page(
    'Sandbox',
    html` <header>
        <h1>Sandbox</h1>
        <p class="quiet">
          Stand-ins for the services outside: a mail inbox, a card processor and Google’s sign-in. No mail leaves this
          machine, no money moves, no account of yours is used.
        </p>
        <nav>
          <a href="#inbox">Inbox</a><a href="#payments">Payments</a><a href="#webhooks">Webhooks</a
          ><a href="#controls">Controls</a><a href="#cards">Test cards</a><a href="#accounts">Accounts</a>
          ${refresh === null ? html`<a href="/?refresh=5">Refresh every 5 s</a>` : html`<a href="/">Stop refreshing</a>`}
        </nav>
      </header>
      <section id="inbox">
        <h2>Inbox</h2>
        ${inbox(state.mails.newest(SHOWN))}
      </section>
      <section id="payments">
        <h2>Payments</h2>
        ${payments(state.payments.newest(SHOWN))}
      </section>
      <section id="webhooks">
        <h2>Webhooks</h2>
        ${webhooks(state.webhooks.newest(SHOWN))}
      </section>
      <section id="controls">
        <h2>Controls</h2>
        ${controlForm(controls)}
      </section>
      <section id="cards">
        <h2>Test cards</h2>
        ${cards()}
      </section>
      <section id="accounts">
        <h2>Accounts</h2>
        ${accounts(state.openIdAccounts.newest(SHOWN))}
      </section>`,
    refresh,
  )
}

function inbox(mails: readonly Mail[]): Html {
  if (mails.length === 0) return html`<p class="quiet">No mail yet. What the application sends shows up here.</p>`
  return html`<ul class="list">
    ${mails.map(
      (mail) =>
        html` <li>
          <a class="main" href="/mail/${mail.id}">${mail.subject || '(no subject)'}</a>
          <span>${mail.to}</span>${time(mail.receivedAt)}
        </li>`,
    )}
  </ul>`
}

function payments(list: readonly PaymentRecord[]): Html {
  if (list.length === 0) return html`<p class="quiet">No payment yet.</p>`
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Time</th>
          <th>Reference</th>
          <th>Amount</th>
          <th>Card</th>
          <th>Result</th>
          <th>Then</th>
          <th>pspReference</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${list.map(
          (payment) =>
            html`<tr>
              <td data-as="Time">${time(payment.createdAt)}</td>
              <td data-as="Reference" class="long">${payment.reference}</td>
              <td data-as="Amount" class="number">${formatMoney('Adyen', payment.amount)}</td>
              <td data-as="Card" class="number">${payment.card.brand} ···· ${payment.card.last4}</td>
              <td data-as="Result">
                <span class="state ${tone(payment.result)}">${payment.result}</span> ${refusal(payment)}
              </td>
              <td data-as="Then">${aftermath(payment)}</td>
              <td data-as="pspReference"><code>${payment.id}</code></td>
              <td>
                ${payment.captured > 0 && !payment.disputed && html`<form method="post" action="/payments/${payment.id}/chargeback"><button>Dispute</button></form>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function refusal({ refusalCode }: PaymentRecord): string {
  return refusalCode === null ? '' : `${refusalCode} ${refusalByCode(refusalCode)?.reason ?? ''}`
}

function aftermath(payment: PaymentRecord): string {
  return [
    payment.captured > 0 && 'captured',
    payment.refunded > 0 && `refunded ${formatMoney('Adyen', { ...payment.amount, value: payment.refunded })}`,
    payment.cancelled && 'cancelled',
    payment.disputed && 'disputed',
    payment.token && 'card stored',
    payment.settleAt !== null && 'pending',
  ]
    .filter((word) => word !== false && word !== null)
    .join(', ')
}

function webhooks(list: readonly WebhookRecord<NotificationItem>[]): Html {
  if (list.length === 0) return html`<p class="quiet">No webhook sent yet.</p>`
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Time</th>
          <th>Event</th>
          <th>Reference</th>
          <th>State</th>
          <th>Answers</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${list.map(
          (webhook) =>
            html`<tr>
              <td data-as="Time">${time(webhook.createdAt)}</td>
              <td data-as="Event">
                ${webhook.item.eventCode}
                <span class="quiet"
                  >${webhook.item.success === 'true' ? 'success' : `failed: ${webhook.item.reason}`}</span
                >
              </td>
              <td data-as="Reference" class="long">${webhook.item.merchantReference}</td>
              <td data-as="State"><span class="state ${tone(webhook.state)}">${webhook.state}</span></td>
              <td data-as="Answers">
                ${webhook.attempts.slice(-4).map((attempt) => html`<div class="long">${formatTime(attempt.at)} · ${attempt.status ?? 'no answer'} · ${attempt.answer.slice(0, 80)}</div>`)}
              </td>
              <td>
                <form method="post" action="/webhooks/${webhook.id}/resend"><button>Resend</button></form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function tone(word: string): string {
  if (word === 'Authorised' || word === 'accepted') return 'good'
  return word === 'Refused' || word === 'Error' || word === 'given up' ? 'bad' : 'open'
}

function controlForm(now: Controls): Html {
  const outcomes = TEST_CARDS.filter(({ behaviour }) =>
    ['refuse', 'invalid', 'pending', 'challenge'].includes(behaviour.kind),
  )
  const box = (name: keyof Controls, label: string) =>
    html`<label><input type="checkbox" name="${name}" ${now[name] === true ? html`checked` : ''} /> ${label}</label>`
  return html`<form method="post" action="/control/form" class="controls">
      <label
        >Wait before each payment call (ms)
        <input name="delayMs" type="number" min="0" max="120000" value="${now.delayMs}"
      /></label>
      <label
        >Next payment
        <select name="declineNext">
          <option value="">as its card says</option>
          ${[...new Set(outcomes.map(({ outcome }) => outcome))].map((outcome) => html`<option ${now.declineNext === outcome ? html`selected` : ''}>${outcome}</option>`)}
        </select></label
      >
      ${box('timeoutNext', 'Answer the next payment too late')} ${box('duplicateWebhooks', 'Send each webhook twice')}
      ${box('reorderWebhooks', 'Send webhooks in the wrong order')} ${box('holdWebhooks', 'Hold webhooks back')}
      <p class="row"><button class="strong">Set</button><button formaction="/control/reset">Behave</button></p>
    </form>
    <p class="quiet">
      For scripts: <code>POST /control</code> with any of these as JSON, <code>POST /control/reset</code>,
      <code>POST /webhooks/:id/resend</code>, <code>GET /mail?to=</code>.
    </p>`
}

function cards(): Html {
  return html`<div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Number</th>
            <th>Outcome</th>
            <th>Adyen says</th>
            <th>Note</th>
          </tr>
        </thead>
        <tbody>
          ${TEST_CARDS.map(
            (card) =>
              html`<tr>
                <td data-as="Number" class="number"><code>${formatCard(card.number)}</code></td>
                <td data-as="Outcome">${card.outcome}</td>
                <td data-as="Adyen says">${inAdyensWords(card.behaviour)}</td>
                <td data-as="Note" class="quiet">${card.note}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="quiet">
      A holder name in capitals as in Adyen's test system works with any card: DECLINED, NOT_ENOUGH_BALANCE, BLOCK_CARD,
      CARD_EXPIRED, CVC_DECLINED, FRAUD, ISSUER_UNAVAILABLE, PENDING and the others.
    </p>`
}

function accounts(list: readonly OpenIdAccount[]): Html {
  if (list.length === 0)
    return html`<p class="quiet">Nobody has signed in with the stand-in for Google yet. Its page takes any address.</p>`
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Email</th>
          <th>Address</th>
          <th>Subject</th>
        </tr>
      </thead>
      <tbody>
        ${list.map(
          ({ id, name, email, emailVerified }) =>
            html`<tr>
              <td data-as="Name">${name}</td>
              <td data-as="Email" class="long">${email}</td>
              <td data-as="Address">
                <span class="state ${emailVerified ? 'good' : 'open'}"
                  >${emailVerified ? 'verified' : 'not verified'}</span
                >
              </td>
              <td data-as="Subject"><code>${id}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function inAdyensWords(behaviour: Behaviour): string {
  switch (behaviour.kind) {
    case 'approve':
    case 'slow':
      return 'Authorised'
    case 'challenge':
      return 'RedirectShopper'
    case 'pending':
      return 'Received'
    case 'invalid':
      return `422 error ${behaviour.errorCode}`
    case 'refuse':
      return words(behaviour.refusal)
    case 'refuse renewals':
      return `Authorised, then ${words(behaviour.refusal)}`
  }
}

function words(code: number): string {
  const refusal = refusalByCode(code)
  return `${refusal?.result ?? 'Refused'} ${code} ${refusal?.reason ?? ''}`
}

function time(iso: string): Html {
  return html`<time datetime="${iso}" title="${iso}">${formatTime(iso)}</time>`
}
