import { it } from 'vitest'
import { recordExchange } from './exchanges.ts'
import { adyen } from './providers/adyen.ts'
import { mollie } from './providers/mollie.ts'
import { origin } from './providers/operations.ts'
import { payPal } from './providers/paypal.ts'
import { stripe } from './providers/stripe.ts'
import { trustPay } from './providers/trustpay.ts'
import { expectRecorded } from './recording.ts'

/* What the payment providers' adapters send, and what they make of every reply. */

it('providers: requests and what is made of replies are those recorded', async () => {
  const lines: string[] = []
  for (const { create, exchanges } of [adyen, mollie, payPal, stripe, trustPay]) {
    const seen = new Map<string, string>()
    for (const exchange of exchanges) lines.push(...(await recordExchange(create, origin, exchange, seen)))
  }
  expectRecorded('providers', `${lines.join('\n').trim()}\n`)
})
