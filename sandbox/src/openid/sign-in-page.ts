import { html, page, type Html } from '../page/html.ts'
import type { OpenIdAccount } from './accounts.ts'

/** The page on which the tester chooses an earlier account, enters a new one, or cancels. */
export function signInPage(input: {
  readonly client: string
  readonly accounts: readonly OpenIdAccount[]
  readonly wrong?: string | undefined
}): string {
  return page(
    'Choose an account',
    html` <section class="bank">
      <p class="quiet">Test accounts · stand-in for Google</p>
      <h1>Choose an account</h1>
      <p>to go on to ${input.client}. It gets to know your name, your email address and whether it is verified.</p>
      ${input.wrong ? html`<p class="bad" role="alert">${input.wrong}</p>` : ''}
      ${
        input.accounts.length === 0
          ? ''
          : html`<form method="post">
              <ul class="list">
                ${input.accounts.map(accountRow)}
              </ul>
            </form>`
      }
      <h2>${input.accounts.length === 0 ? 'Account' : 'Another account'}</h2>
      <form method="post" class="controls">
        <label>Email <input name="email" type="email" required maxlength="254" autocomplete="off" /></label>
        <label>Name <input name="name" maxlength="80" placeholder="from the address" autocomplete="off" /></label>
        <label><input type="checkbox" name="verified" checked /> The address is verified</label>
        <p class="row"><button class="strong" name="choice" value="typed">Go on</button></p>
      </form>
      <form method="post">
        <p class="row"><button name="choice" value="refuse">Refuse</button></p>
      </form>
      <p class="quiet">A stand-in of the sandbox: nobody is asked for a password, no account of yours is used.</p>
    </section>`,
  )
}

function accountRow({ id, email, name, emailVerified }: OpenIdAccount): Html {
  return html`<li>
    <span>${name}<br />${email}${emailVerified ? '' : html` <span class="open">not verified</span>`}</span>
    <button name="choice" value="${id}" aria-label="${name}, ${email}">Use</button>
  </li>`
}
