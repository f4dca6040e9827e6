import { encryptCard } from '../../../sandbox/src/testing/encrypt-card.ts'
import { googlePaymentData } from '../../../sandbox/src/testing/wallets.ts'
import { createAdyen } from '#providers/adyen/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { recording } from './recording.ts'
import type { Player } from './stage.ts'

const day = 86_400_000

recording('payments', async (stage) => {
  const { server } = stage
  const marco = await stage.player('marco')
  const bruno = await stage.player('bruno', { host: 'battito.localhost' })
  const other = await stage.player('other')
  await stage.connect(marco)
  const webhooks = await stage.holdWebhooks()
  const adyen = server.config.payments.adyen?.shared
  if (adyen === undefined) throw new Error('no adyen')
  const { publicKey } = await createAdyen(adyen).cardKey()
  let orders = 0
  const order = (who: Player, plan: string, change: object = {}) => {
    orders += 1
    const sold = Object.values(checkedInFlows().of('local', '7').plans)
      .flat()
      .find(({ id }) => id === plan)
    return {
      clickid: who.tracker,
      rateplan: plan,
      orderKey: `00000000-0000-4000-8000-${String(orders).padStart(12, '0')}`,
      prezzo_totale: ((sold?.totalMinor ?? 0) / 100).toFixed(2),
      currency: 'EUR',
      accepts: { renewal: sold?.renews ?? false, immediateStart: true },
      ...change,
    }
  }
  const charge = async (who: Player, plan: string, number: string | null, change: object = {}) => {
    const plain = order(who, plan, change)
    const card =
      number === null ? {} : { ...(await encryptCard(publicKey, { number })), firstName: 'Ada', lastName: 'Rossi' }
    return stage.ask(who, 'tryCharge', { body: { ...card, ...plain }, shown: { ...plain, card: number } })
  }

  const look = async (who: Player) => {
    for (const route of ['orders', 'withdrawal', 'cards'] as const) await stage.ask(who, route)
    await stage.ask(who, 'payRules', { body: { clickid: who.tracker } })
  }

  stage.heading('Before anything is bought')
  await look(marco)
  await stage.ask(bruno, 'payRules', { body: { clickid: bruno.tracker } })
  await stage.ask(null, 'payRules', { body: { clickid: marco.tracker } })

  stage.heading('A pack by card')
  const bought = await charge(marco, 'messages-20-first', '4111111111111111', { returnTo: '/chats' })
  await stage.ask(marco, 'tryCharge', {
    body: {
      ...order(marco, 'messages-20-first'),
      ...(await encryptCard(publicKey, { number: '4111111111111111' })),
      orderKey: '00000000-0000-4000-8000-000000000001',
    },
    shown: 'the same order again',
  })
  await charge(marco, 'messages-20-first', '4111111111111111')
  await charge(marco, 'messages-60', '4111111111111111', { prezzo_totale: '1.00' })
  await charge(marco, 'plan-1m', '4111111111111111', { accepts: { renewal: false, immediateStart: true } })
  await charge(marco, 'no-such-plan', '4111111111111111')
  await charge(marco, 'messages-20', null)
  for (const card of ['4100000000000126', '4100000000000241', '4100000000000209'])
    await charge(other, 'messages-60', card)
  await webhooks()
  await stage.work()

  stage.heading('A plan by card with 3-D Secure')
  const asked = await charge(marco, 'plan-1m', '4212345678901237')
  const approved = await fetch(asked.body.redirect.url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'approve' }),
    redirect: 'manual',
  })
  const redirectResult = new URL(approved.headers.get('location') ?? '').searchParams.get('redirectResult') ?? ''
  await stage.ask(marco, 'checkTransactionStatus', {
    params: { provider: 'adyen' },
    body: { clickid: marco.tracker, reference: asked.body.reference, redirectResult },
    shown: 'the approval',
  })
  await stage.ask(marco, 'checkPayment', { params: { provider: 'adyen' }, body: { clickid: marco.tracker } })
  await stage.ask(other, 'checkPayment', {
    params: { provider: 'adyen' },
    body: { clickid: other.tracker, reference: asked.body.reference },
  })
  await webhooks()
  await stage.work()
  await look(marco)
  await stage.ask(marco, 'statement')
  await charge(marco, 'plan-3m', null, { actonfile: true })
  // The plan of a moment ago is credited in full.
  await charge(marco, 'plan-3m', null, { actonfile: true, prezzo_totale: '24.90' })

  stage.heading('On a page of the provider')
  for (const provider of ['mollie', 'stripe', 'paypal']) {
    const page = await stage.ask(bruno, 'createPayment', {
      params: { provider },
      body: order(bruno, orders % 2 ? 'messages-60' : 'messages-150'),
    })
    if (provider === 'paypal') {
      const [row] = await stage.sql(
        `select provider_ref as id from payment_attempts where provider = 'paypal' and member_id = $1`,
        [bruno.id],
      )
      await stage.ask(bruno, 'orderOk', {
        params: { provider },
        body: { request: { clickid: bruno.tracker }, response: { id: row?.['id'] } },
        shown: 'the id of the order',
      })
    }
    const href = page.body._links?.checkout?.href
    if (typeof href !== 'string') continue
    const choice = provider === 'stripe' ? 'decline' : 'pay'
    await fetch(href, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
    await stage.ask(bruno, 'checkTransactionStatus', {
      params: { provider },
      body: { clickid: bruno.tracker, reference: page.body.reference },
    })
    await webhooks()
    await stage.work()
  }
  const waiting = await stage.ask(bruno, 'intent', {
    params: { provider: 'mollie' },
    body: order(bruno, 'messages-20'),
  })
  await stage.ask(bruno, 'createPayment', { params: { provider: 'nobody' }, body: order(bruno, 'messages-60') })
  await stage.ask(bruno, 'orderOk', {
    params: { provider: 'paypal' },
    body: { request: { clickid: bruno.tracker }, response: { id: 'none' } },
  })
  await stage.ask(bruno, 'walletOrder', {
    params: { provider: 'googlepay' },
    body: { request: order(bruno, 'messages-20'), response: googlePaymentData('4111111111111111') },
    shown: 'Google Pay, while another order waits',
  })
  await stage.ask(bruno, 'walletOrder', {
    params: { provider: 'googlepay' },
    body: {
      request: order(bruno, 'messages-20', { replaces: waiting.body.reference }),
      response: googlePaymentData('4111111111111111'),
    },
    shown: 'Google Pay, in place of the other order',
  })
  await stage.ask(bruno, 'validateMerchant', { body: { validationURL: 'https://evil.example/' } })
  await stage.ask(bruno, 'validateMerchant', {
    body: { validationURL: `${server.sandbox.origin}/paymentservices/paymentSession` },
  })
  await look(bruno)

  stage.heading('Paid although another order had taken its place')
  const late = await stage.ask(bruno, 'tryChargeOnPage', {
    params: { provider: 'mollie' },
    body: order(bruno, 'messages-20'),
  })
  await stage.sql(`update payment_attempts set state = 'cancelled', check_at = null where id = $1`, [
    late.body.reference,
  ])
  await fetch(String(late.body._links?.checkout?.href), {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  await webhooks()
  await stage.work()
  await stage.ask(bruno, 'orders')
  const choice = { clickid: bruno.tracker, reference: late.body.reference }
  await stage.ask(other, 'paidTwice', { body: { ...choice, clickid: other.tracker, choice: 'keep' } })
  await stage.ask(bruno, 'paidTwice', { body: { ...choice, choice: 'keep' } })
  await stage.ask(bruno, 'paidTwice', { body: { ...choice, choice: 'refund' } })

  stage.heading('Cancelling and resuming')
  await stage.ask(marco, 'unsubUser', { body: { clickid: marco.tracker } })
  await stage.ask(marco, 'unsubUser', { body: { clickid: marco.tracker } })
  await stage.ask(marco, 'orders')
  await stage.ask(marco, 'resumeUser', { body: { clickid: marco.tracker } })
  await stage.ask(bruno, 'unsubUser', { body: { clickid: bruno.tracker } })

  stage.heading('Changing the plan at the renewal')
  await charge(bruno, 'plan-3m', '4111111111111111')
  const change = (plan: string, price: string) =>
    stage.ask(bruno, 'changePlan', {
      body: {
        clickid: bruno.tracker,
        rateplan: plan,
        prezzo_totale: price,
        currency: 'EUR',
        accepts: { renewal: true },
      },
    })
  await change('plan-6m', '83.40')
  await change('plan-1m', '24.90')
  await change('plan-1m', '24.90')
  await stage.ask(bruno, 'orders')
  await stage.ask(bruno, 'undoPlanChange', { body: { clickid: bruno.tracker } })
  await stage.ask(bruno, 'undoPlanChange', { body: { clickid: bruno.tracker } })

  stage.heading('Withdrawing')
  await stage.later(3 * day)
  await stage.ask(marco, 'withdrawal')
  await stage.ask(other, 'withdraw', { body: { clickid: other.tracker, reference: bought.body.reference } })
  await stage.ask(marco, 'withdraw', { body: { clickid: marco.tracker, reference: bought.body.reference } })
  await stage.ask(marco, 'withdraw', { body: { clickid: marco.tracker, reference: bought.body.reference } })
  await stage.work()
  await webhooks()
  await stage.work()
  await stage.ask(marco, 'orders')

  stage.heading('The term')
  const minutely = async () => {
    for (const name of ['payment-sweep', 'subscription-renew', 'subscription-end']) await stage.job(name)
    await stage.work()
  }
  await minutely()
  for (const passed of [13 * day, 12 * day, 2 * day, day, 20 * day, 10 * day, 2 * day]) {
    await stage.later(passed)
    await minutely()
    await webhooks()
    await stage.work()
  }
  await stage.ask(marco, 'orders')
  const { body: stored } = await stage.ask(marco, 'cards')
  const [card] = stored.cards
  await stage.ask(other, 'removeCard', { params: { id: card?.id ?? bought.body.reference } })
  await stage.ask(marco, 'removeCard', { params: { id: card?.id ?? bought.body.reference } })
  await stage.work()
  await stage.later(40 * day)
  await minutely()
  await stage.later(8 * day)
  await minutely()
  await look(marco)

  stage.heading('Affiliates')
  const headers = { 'x-affiliate-key': 'key-of-the-affiliate-of-local-and-no-other' }
  const from = { kcampaign: 'summer', pageType: 'landing' }
  const claim = { ...from, reference: 'order-1', order: bought.body.reference }
  await stage.ask(null, 'importClick', { headers, body: { ...from, reference: 'click-1' } })
  await stage.ask(null, 'importOrder', { headers, body: claim })
  await stage.ask(null, 'importOrder', { headers, body: claim })
  await stage.ask(null, 'importOrder', { headers, body: { ...claim, reference: 'order-2' } })
  await stage.ask(null, 'importUpsell', { headers, body: { ...from, reference: 'order-2' } })
  await stage.ask(null, 'cancelOrder', { headers, body: { reference: 'order-1' } })
  await stage.ask(null, 'cancelOrder', { headers, body: { reference: 'click-1' } })
  await stage.ask(null, 'cancelOrder', { headers: { 'x-affiliate-key': 'wrong' }, body: { reference: 'order-2' } })

  stage.heading('A token for an order')
  const { body: issued } = await stage.ask(bruno, 'createToken', { body: { clickid: bruno.tracker } })
  stage.name(issued.token, 'token of an order')
  for (const _once of [1, 2]) await charge(bruno, 'messages-60', '4000020000000000', { token: issued.token })
})
