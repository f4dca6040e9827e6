import { visibleEmail } from '@incontro/contract/email-address'
import { contactTopics, type ContactTopic, maxContactLength } from '@incontro/contract/contact-form'
import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'

const fields = ['name', 'email', 'topic', 'message'] as const
export type ContactField = (typeof fields)[number]
export type ContactValues = Readonly<Record<ContactField, string>>

/** The result of sending: `done`, or the mistakes, with all values. */
export interface ContactAttempt {
  readonly done: boolean
  readonly values: ContactValues
  readonly failures: readonly { readonly field: ContactField; readonly code: string }[]
  readonly stamp: number
}

const read = (form: FormData): ContactValues => {
  const value = (name: ContactField) => String(form.get(name) ?? '').trim()
  return {
    name: value('name').slice(0, 80),
    email: visibleEmail(value('email')),
    topic: value('topic'),
    message: value('message').slice(0, maxContactLength),
  }
}

const isTopic = (topic: string): topic is ContactTopic => contactTopics.some((one) => one === topic)

/** All mistakes that the browser can detect; the server validates more strictly. */
const missing = ({ name, email, topic, message }: ContactValues): ContactAttempt['failures'] => [
  ...(name === '' ? [{ field: 'name', code: 'errore_nome' } as const] : []),
  ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? [] : [{ field: 'email', code: 'errore_email' } as const]),
  ...(isTopic(topic) ? [] : [{ field: 'topic', code: 'errore_argomento' } as const]),
  ...(message === '' ? [{ field: 'message', code: 'errore_messaggio' } as const] : []),
]

/** Sends the form to the brand's support. The browser calls it with its own fetch, the page's action with the API in process. */
export const sendContact = async (send: Sender, form: FormData): Promise<ContactAttempt> => {
  const values = read(form)
  const refused = (failures: ContactAttempt['failures']): ContactAttempt => ({
    done: false,
    values,
    failures,
    stamp: Date.now(),
  })
  const failures = missing(values)
  const { topic } = values
  if (failures.length > 0 || !isTopic(topic)) return refused(failures)
  try {
    await withProofOfWork(send, (altcha) =>
      apiOver(send)('POST /api/contact', { body: { ...values, topic, ...(altcha ? { altcha } : {}) } }),
    )
    return { done: true, values, failures: [], stamp: Date.now() }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // A failure without a field is shown at the message, the last field.
    return refused([{ field: fields.find((one) => one === error.field) ?? 'message', code: error.code }])
  }
}
