import { join } from 'node:path'
import type { NotificationItem, PaymentRecord, StoredAnswer, TokenRecord } from './adyen/records.ts'
import { openCollection, type Collection } from './collection.ts'
import type { HostedCustomer, HostedPayment, StoredMethod } from './hosted/records.ts'
import type { Mail } from './mail/mail.ts'
import type { MollieHint } from './mollie/webhook.ts'
import type { KeptAnswer } from './once.ts'
import type { OpenIdAccount } from './openid/accounts.ts'
import type { OpenIdArtifact } from './openid/artifacts.ts'
import type { PushedMessage, PushPhone } from './push/records.ts'
import type { PayPalEvent } from './paypal/webhook.ts'
import type { StripeEvent } from './stripe/webhook.ts'
import type { TelegramChat, TelegramMessage, TelegramUpdate, TelegramWebhook } from './telegram/records.ts'
import type { TrackerCall } from './tracker/records.ts'
import type { TrustPayNotification } from './trustpay/webhook.ts'
import type { WebhookRecord } from './webhook-delivery.ts'

/** All records of the sandbox; each collection is bounded and on disk. */
export interface SandboxState {
  readonly mails: Collection<Mail>
  readonly payments: Collection<PaymentRecord>
  readonly tokens: Collection<TokenRecord>
  readonly answers: Collection<StoredAnswer>
  readonly webhooks: Collection<WebhookRecord<NotificationItem>>
  readonly molliePayments: Collection<HostedPayment>
  readonly mollieMandates: Collection<StoredMethod>
  readonly mollieCustomers: Collection<HostedCustomer>
  readonly mollieAnswers: Collection<KeptAnswer>
  readonly mollieWebhooks: Collection<WebhookRecord<MollieHint>>
  readonly stripePayments: Collection<HostedPayment>
  readonly stripeMethods: Collection<StoredMethod>
  readonly stripeCustomers: Collection<HostedCustomer>
  readonly stripeAnswers: Collection<KeptAnswer>
  readonly stripeWebhooks: Collection<WebhookRecord<StripeEvent>>
  readonly paypalPayments: Collection<HostedPayment>
  readonly paypalTokens: Collection<StoredMethod>
  readonly paypalCustomers: Collection<HostedCustomer>
  readonly paypalAnswers: Collection<KeptAnswer>
  readonly paypalWebhooks: Collection<WebhookRecord<PayPalEvent>>
  readonly trustPayPayments: Collection<HostedPayment>
  readonly trustPayMethods: Collection<StoredMethod>
  readonly trustPayCustomers: Collection<HostedCustomer>
  readonly trustPayWebhooks: Collection<WebhookRecord<TrustPayNotification>>
  readonly pushPhones: Collection<PushPhone>
  readonly pushedMessages: Collection<PushedMessage>
  readonly telegramChats: Collection<TelegramChat>
  readonly telegramMessages: Collection<TelegramMessage>
  readonly telegramUpdates: Collection<TelegramUpdate>
  readonly telegramWebhooks: Collection<TelegramWebhook>
  readonly trackerCalls: Collection<TrackerCall>
  readonly openIdAccounts: Collection<OpenIdAccount>
  readonly openIdArtifacts: Collection<OpenIdArtifact>
}

export function openState(dir: string): SandboxState {
  return {
    mails: openCollection(join(dir, 'mails.jsonl'), 500),
    payments: openCollection(join(dir, 'payments.jsonl'), 2_000),
    tokens: openCollection(join(dir, 'tokens.jsonl'), 2_000),
    answers: openCollection(join(dir, 'answers.jsonl'), 4_000),
    webhooks: openCollection(join(dir, 'webhooks.jsonl'), 2_000),
    molliePayments: openCollection(join(dir, 'mollie-payments.jsonl'), 2_000),
    mollieMandates: openCollection(join(dir, 'mollie-mandates.jsonl'), 2_000),
    mollieCustomers: openCollection(join(dir, 'mollie-customers.jsonl'), 2_000),
    mollieAnswers: openCollection(join(dir, 'mollie-answers.jsonl'), 4_000),
    mollieWebhooks: openCollection(join(dir, 'mollie-webhooks.jsonl'), 2_000),
    stripePayments: openCollection(join(dir, 'stripe-payments.jsonl'), 2_000),
    stripeMethods: openCollection(join(dir, 'stripe-methods.jsonl'), 2_000),
    stripeCustomers: openCollection(join(dir, 'stripe-customers.jsonl'), 2_000),
    stripeAnswers: openCollection(join(dir, 'stripe-answers.jsonl'), 4_000),
    stripeWebhooks: openCollection(join(dir, 'stripe-webhooks.jsonl'), 2_000),
    paypalPayments: openCollection(join(dir, 'paypal-payments.jsonl'), 2_000),
    paypalTokens: openCollection(join(dir, 'paypal-tokens.jsonl'), 2_000),
    paypalCustomers: openCollection(join(dir, 'paypal-customers.jsonl'), 2_000),
    paypalAnswers: openCollection(join(dir, 'paypal-answers.jsonl'), 4_000),
    paypalWebhooks: openCollection(join(dir, 'paypal-webhooks.jsonl'), 2_000),
    trustPayPayments: openCollection(join(dir, 'trustpay-payments.jsonl'), 2_000),
    trustPayMethods: openCollection(join(dir, 'trustpay-methods.jsonl'), 100),
    trustPayCustomers: openCollection(join(dir, 'trustpay-customers.jsonl'), 100),
    trustPayWebhooks: openCollection(join(dir, 'trustpay-webhooks.jsonl'), 2_000),
    pushPhones: openCollection(join(dir, 'push-phones.jsonl'), 100),
    pushedMessages: openCollection(join(dir, 'pushed-messages.jsonl'), 500),
    telegramChats: openCollection(join(dir, 'telegram-chats.jsonl'), 200),
    telegramMessages: openCollection(join(dir, 'telegram-messages.jsonl'), 1_000),
    telegramUpdates: openCollection(join(dir, 'telegram-updates.jsonl'), 500),
    telegramWebhooks: openCollection(join(dir, 'telegram-webhooks.jsonl'), 100),
    trackerCalls: openCollection(join(dir, 'tracker-calls.jsonl'), 500),
    openIdAccounts: openCollection(join(dir, 'openid-accounts.jsonl'), 500),
    openIdArtifacts: openCollection(join(dir, 'openid-artifacts.jsonl'), 1_000),
  }
}
