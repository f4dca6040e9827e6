import type { FastifyInstance } from 'fastify'
import type { ProviderName } from '../minor-units.ts'
import { formatMoney } from '../page/format.ts'
import { html, page } from '../page/html.ts'
import type { HostedPayments } from './payments.ts'
import type { HostedPayment } from './records.ts'

interface PageOptions {
  /** The provider's name, used as the page's title. */
  readonly provider: ProviderName
  /** The path of the page, ending in `/`. */
  readonly path: string
  /** The provider's codes for a decline. */
  readonly failures: readonly string[]
  /** Whether it may store the method only some time after the payment. */
  readonly storesLater?: boolean
  readonly find: (id: string) => HostedPayment | undefined
  /** Parameters that the provider adds to the URL to which it returns the browser. */
  readonly adds?: (payment: HostedPayment) => Readonly<Record<string, string>>
}

/** The page on which the customer chooses how the payment ends. */
export function hostedPage(app: FastifyInstance, payments: HostedPayments, options: PageOptions): void {
  const { path, find, failures } = options
  app.get<{ Params: { id: string } }>(`${path}:id`, async (request, reply) => {
    const payment = find(request.params.id)
    if (!payment) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(checkout(payment, options))
  })

  app.post<{ Params: { id: string }; Body: { choice?: string; failure?: string; later?: string; stored?: string } }>(
    `${path}:id`,
    async (request, reply) => {
      const payment = find(request.params.id)
      if (!payment) return reply.callNotFound()
      const { choice, failure, later, stored } = request.body
      const known = (word: string | undefined) => failures.find((one) => one === word) ?? null
      const target = payments.decide(payment.id, {
        choice: choice === 'pay' || choice === 'wait' || choice === 'decline' ? choice : 'leave',
        failure: known(failure) ?? failures[0] ?? null,
        laterFailure: known(later),
        storesLater: options.storesLater === true && stored === 'later',
      })
      return reply.redirect(target === null ? request.url : withParams(target, options.adds?.(payment) ?? {}), 303)
    },
  )
}

function withParams(address: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

function checkout(payment: HostedPayment, { provider, failures, storesLater = false }: PageOptions): string {
  const options = failures.map((failure) => html`<option>${failure}</option>`)
  const done = payment.status !== 'open' && payment.status !== 'authenticating'
  return page(
    `${provider} checkout`,
    html` <section class="bank">
      <p class="quiet">Test checkout · stand-in for ${provider}</p>
      <h1>${payment.status === 'authenticating' ? 'Approve this payment?' : payment.description}</h1>
      <dl class="facts">
        <dt>Amount</dt>
        <dd>${formatMoney(provider, { value: payment.amount, currency: payment.currency })}</dd>
        <dt>Payment</dt>
        <dd>${payment.id}</dd>
        <dt>Kept for later</dt>
        <dd>${payment.keep ? 'yes' : 'no'}</dd>
      </dl>
      ${payment.failure === null ? '' : html`<p class="bad" role="alert">Declined: ${payment.failure}</p>`}
      ${
        done
          ? html`<p>This payment is ${payment.status}.</p>
              <p class="row"><a href="${payment.returnUrl ?? '/'}">Back to the shop</a></p>`
          : html`<form method="post" class="controls">
              ${
                payment.keep
                  ? html`<label
                      >Later charges
                      <select name="later">
                        <option value="">are paid</option>
                        ${options}
                      </select>
                    </label>`
                  : ''
              }
              ${
                payment.keep && storesLater
                  ? html`<label
                      >It is kept
                      <select name="stored">
                        <option value="">with the payment</option>
                        <option value="later">some time after it</option>
                      </select>
                    </label>`
                  : ''
              }
              <label
                >Reason of a decline
                <select name="failure">
                  ${options}
                </select>
              </label>
              <p class="row">
                <button name="choice" value="pay" class="strong">Pay</button>
                <button name="choice" value="wait">Pay, and let the bank take its time</button>
              </p>
              <p class="row">
                <button name="choice" value="decline">Decline</button>
                <button name="choice" value="leave">Back without paying</button>
              </p>
            </form>`
      }
      <p class="quiet">A stand-in of the sandbox: no bank is asked, no money moves.</p>
    </section>`,
  )
}
