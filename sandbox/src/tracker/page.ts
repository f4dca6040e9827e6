import { html, page } from '../page/html.ts'
import type { TrackerCall } from './records.ts'

/** What was reported to the affiliate's tracker, newest first. */
export const trackerPage = (origin: string, calls: readonly TrackerCall[]): string =>
  page(
    'Tracker',
    html`<header>
        <h1>Tracker</h1>
        <p class="quiet">
          An affiliate’s tracker. In the console, give an affiliate this address for an event, then send a test:
        </p>
        <p>
          <code
            >${origin}/tracker/postback?cid={clickid}&amp;e={event}&amp;tx={event_id}&amp;amount={amount}&amp;cur={currency}</code
          >
        </p>
        <p class="quiet">
          With <code>refuses</code>, <code>redirects</code> or <code>fails</code> in place of <code>postback</code>, it
          answers 404, 302 or 503.
        </p>
        <nav><a href="/">Sandbox</a><a href="/tracker">Refresh</a></nav>
      </header>
      ${
        calls.length === 0
          ? html`<p class="quiet">Nothing yet.</p>`
          : html`<ul class="list">
              ${calls.map((call) => html`<li>${call.receivedAt} · ${call.answered} · <code>${call.url}</code></li>`)}
            </ul>`
      }`,
  )
