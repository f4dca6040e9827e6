import { html, page } from '../page/html.ts'
import type { TelegramChat, TelegramMessage } from './records.ts'

const answers = {
  on: 'takes all',
  blocked: 'has blocked the bot (403)',
  gone: 'does not exist (400)',
  full: 'too many messages (429)',
  down: 'Telegram is down (500)',
}

/** The bots that a person has opened. */
export const botsPage = (bots: readonly string[]): string =>
  page(
    'Telegram',
    html`<header>
        <h1>Telegram</h1>
        <p class="quiet">
          To open a bot, sign in to a brand, go to its page about notifications (/activeNotifications) and connect
          Telegram.
        </p>
        <nav><a href="/">Sandbox</a></nav>
      </header>
      <ul class="list">
        ${bots.map((bot) => html`<li><a href="/telegram/${bot}">${bot}</a></li>`)}
      </ul>`,
  )

interface Shown {
  readonly bot: string
  readonly person: string
  /** What the link said that led here. */
  readonly start: string | null
  readonly state: TelegramChat['state']
  readonly messages: readonly TelegramMessage[]
}

/** A person's chat with a bot. */
export const chatPage = ({ bot, person, start, state, messages }: Shown): string => {
  const say = (text: string, label: string) =>
    html`<form method="post" action="/telegram/${bot}">
      <input type="hidden" name="person" value="${person}" /><input type="hidden" name="text" value="${text}" />
      <button>${label}</button>
    </form>`
  return page(
    bot,
    html`<header>
        <h1>${bot}</h1>
        <p class="quiet">The chat of a made-up person with the bot.</p>
        <nav><a href="/telegram">Bots</a><a href="/telegram/${bot}?person=${person}">Refresh</a></nav>
      </header>
      ${start === null ? '' : say(`/start ${start}`, 'Start')}
      <section>
        ${
          messages.length === 0
            ? html`<p class="quiet">Nothing yet.</p>`
            : html`<ul class="list">
                ${messages.map(
                  ({ from, text, button }) =>
                    html`<li>
                      <b>${from === 'bot' ? bot : 'You'}</b>
                      <span class="long">${text.split('\n').map((line) => html`${line}<br />`)}</span>
                      ${button ? html`<a href="${button.url}">${button.text}</a>` : ''}
                    </li>`,
                )}
              </ul>`
        }
      </section>
      ${say('/settings', '/settings')} ${say('/stop', '/stop')}
      <form method="post" action="/telegram/${bot}">
        <input type="hidden" name="person" value="${person}" />
        <label
          >This chat
          <select name="state">
            ${Object.entries(answers).map(
              ([value, text]) =>
                html`<option value="${value}" ${value === state ? html`selected` : ''}>${text}</option>`,
            )}
          </select></label
        >
        <button>Change</button>
      </form>`,
  )
}
