import { join } from 'node:path'
import type { PaymentRecord, StoredAnswer, TokenRecord, WebhookRecord } from './adyen/records.ts'
import { openCollection, type Collection } from './collection.ts'
import type { Mail } from './mail/mail.ts'
import type { OpenIdAccount } from './openid/accounts.ts'
import type { OpenIdArtifact } from './openid/artifacts.ts'

/** Everything the sandbox remembers, each collection bounded and on disk. */
export interface SandboxState {
  readonly mails: Collection<Mail>
  readonly payments: Collection<PaymentRecord>
  readonly tokens: Collection<TokenRecord>
  readonly answers: Collection<StoredAnswer>
  readonly webhooks: Collection<WebhookRecord>
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
    openIdAccounts: openCollection(join(dir, 'openid-accounts.jsonl'), 500),
    openIdArtifacts: openCollection(join(dir, 'openid-artifacts.jsonl'), 1_000),
  }
}
