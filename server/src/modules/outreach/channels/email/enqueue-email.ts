import type { Executor } from '../../../../platform/database.ts'
import { newId } from '../../../../platform/ids.ts'
import { addJob } from '../../../../platform/jobs.ts'
import type { Email } from './email.ts'

declare module '../../../../platform/jobs.ts' {
  interface Jobs {
    'outreach.send_email': { readonly emailId: string }
  }
}

/** Tries of one email, about 40 minutes all together; after that it is a dead letter. */
export const emailTries = 8

export type EnqueueEmail = (tx: Executor, email: Email) => Promise<void>

/** Queues an email in the caller's transaction: it is sent exactly if what caused it is committed. */
export const enqueueEmail: EnqueueEmail = async (tx, email) => {
  const id = newId()
  await tx
    .insertInto('emails')
    .values({
      id,
      brand_id: email.brandId,
      member_id: email.memberId,
      kind: email.kind,
      to_address: email.to,
      locale: email.locale,
      props: JSON.stringify(email.props),
      created_at: new Date(),
    })
    .execute()
  await addJob(tx, 'outreach.send_email', { emailId: id }, { maxAttempts: emailTries })
}
