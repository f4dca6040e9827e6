import { visibleEmail } from '@incontro/contract/email-address'
import { type ProfilePart, profileParts, type ReportReason, reportReasons } from '@incontro/contract/moderation-rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'

/** Mistakes of this form; others have the general texts. */
export const noticeFailures: Readonly<Record<string, MessageDescriptor>> = {
  errore_dove: msg`Say where it is, on one line: the address of the page is best.`,
  errore_motivo: msg`Choose what it is.`,
  errore_messaggio: msg`Say what is wrong with it.`,
  errore_dichiarazione: msg`Confirm that what you say is true and complete.`,
  flagger_unknown: msg`This link no longer counts. Ask for another one, or open the form without it.`,
  reports_suspended: msg`For some weeks we take no reports from you: too many were baseless.`,
}

const fields = ['place', 'part', 'reason', 'text', 'name', 'email', 'claimsIllegal', 'goodFaith', 'flagger'] as const
export type NoticeField = (typeof fields)[number]
export type NoticeValues = Readonly<Record<NoticeField, string>>

/** The result of sending: `done`, or the mistakes, with all values. */
export interface NoticeAttempt {
  readonly done: boolean
  readonly values: NoticeValues
  readonly failures: readonly { readonly field: NoticeField; readonly code: string }[]
  readonly stamp: number
}

const read = (form: FormData): NoticeValues => {
  const value = (name: NoticeField, most: number) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, most)
  return {
    place: value('place', 500),
    part: value('part', 20),
    reason: value('reason', 20),
    text: value('text', 4000),
    name: value('name', 80),
    email: visibleEmail(value('email', 400)),
    claimsIllegal: value('claimsIllegal', 2),
    goodFaith: value('goodFaith', 2),
    flagger: value('flagger', 100),
  }
}

const isPart = (part: string): part is ProfilePart => profileParts.some((one) => one === part)
const isReason = (reason: string): reason is ReportReason => reportReasons.some((one) => one === reason)

/** Sends a notice. The browser calls it with its own fetch, the page's action with the API in process. */
export const sendNotice = async (send: Sender, form: FormData): Promise<NoticeAttempt> => {
  const values = read(form)
  const { place, part, reason, text, name, email } = values
  try {
    await withProofOfWork(send, (altcha) =>
      apiOver(send)('POST /api/notice', {
        body: {
          place,
          text,
          ...(isPart(part) && { part }),
          ...(isReason(reason) && { reason }),
          ...(name && { name }),
          ...(email && { email }),
          claimsIllegal: values.claimsIllegal !== '',
          goodFaith: values.goodFaith !== '',
          ...(values.flagger && { flagger: values.flagger }),
          ...(altcha && { altcha }),
        },
      }),
    )
    return { done: true, values, failures: [], stamp: Date.now() }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // A failure without a field is shown at the text.
    const field = fields.find((one) => one === error.field) ?? 'text'
    return { done: false, values, failures: [{ field, code: error.code }], stamp: Date.now() }
  }
}
