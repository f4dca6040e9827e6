import { isLine, normaliseEmail, signupCodes, type routes } from '@incontro/contract'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { isDeliverableForm } from '#platform/mail/email-address.ts'
import { chooseLocale } from '#platform/text/locale.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { keyedHash } from '#platform/ids.ts'
import { countFromNetwork, sharedNetworkLimit } from '#platform/secrets/network-attempts.ts'
import type { ContactDeps } from './deps.ts'
import { isUnread } from './mail/automatic.ts'
import { openTicket } from './tickets/open-ticket.ts'

type ContactCall = Call<typeof routes.contact>

/**
 * Opens a ticket. Without a console it would not be read: then the brand's mailbox gets a mail. The sender gets a mail that
 * it has arrived, once a day and without a word of theirs: with a copy anyone could send mail to anyone in our name.
 * @throws Failure 400 with the field at fault, 403 `challenge_required`, 429 1007
 */
export async function contact(deps: ContactDeps, call: ContactCall): Promise<void> {
  const { name, email, topic, message } = checked(call.body)
  await guardAgainstFlooding(deps, call, email)
  const brand = deps.brands.byKey(call.site.brandId)
  if (!brand) throw notFound()
  const memberId = call.member?.memberId ?? null
  const language = chooseLocale(call.request, brand)
  await deps.db.transaction().execute(async (tx) => {
    if (!deps.hasConsole)
      return deps.enqueueEmail(tx, {
        brandId: brand.key,
        memberId,
        kind: 'contact',
        to: brand.support.email,
        locale: brand.defaultLanguage,
        props: { name, email, topic, message, memberId, language },
      })
    const at = deps.clock()
    const isFirst = !(await hasWritten(tx, brand.key, email, at))
    const isOwn = await openTicket(tx, {
      brandId: brand.key,
      memberId,
      name,
      email,
      topic,
      message,
      locale: language,
      at,
    })
    if (!isFirst || isUnread(email)) return
    const { origin } = call.site
    await deps.enqueueEmail(tx, {
      brandId: brand.key,
      memberId: null,
      kind: 'support-received',
      to: email,
      locale: language,
      props: { link: isOwn ? `${origin}/requests` : `${origin}/contactUs`, isMember: isOwn },
    })
  })
}

/** Whether something came from the address within a day. */
async function hasWritten(tx: Executor, brandId: string, email: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - 86_400_000)
  const before = await tx
    .selectFrom('tickets')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('email', '=', normaliseEmail(email))
    .where('opened_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}

function checked(body: ContactCall['body']) {
  const name = body.name.trim()
  const message = body.message.trim()
  // Values used in headers must be one line and one address.
  if (!isLine(name)) throw new Failure(400, 'errore_nome', { field: 'name', message: 'The name is missing: send one' })
  if (!isDeliverableForm(body.email))
    throw new Failure(400, 'errore_email', {
      field: 'email',
      message: 'Replies could not reach this address: send another one',
    })
  if (body.topic === undefined)
    throw new Failure(400, 'errore_argomento', {
      field: 'topic',
      message: 'The topic is missing: send one of the list',
    })
  if (!/[\p{L}\p{N}]/u.test(message))
    throw new Failure(400, 'errore_messaggio', { field: 'message', message: 'The message is missing: send one' })
  return { name, email: body.email, topic: body.topic, message }
}

/** How many times the usual number of messages a network may send: people read them. */
const sharedTimes = 5

/**
 * As at sign-up: from half of the limit on a proof of work is required; above that of an address nothing is sent, and a
 * network goes on with harder proofs.
 */
async function guardAgainstFlooding(deps: ContactDeps, call: ContactCall, email: string): Promise<void> {
  const at = deps.clock()
  const address = keyedHash(deps.signalKeys, `${call.site.brandId} ${email}`).toString('base64url')
  const { perEmail, perIp } = deps.contactLimits
  const from = { kind: 'contact ip', ip: call.ip, altcha: call.body.altcha, at }
  const network = await countFromNetwork(deps, from, sharedNetworkLimit(perIp, { times: sharedTimes }))
  const byEmail = await countAttempt(deps.db, `contact email ${address}`, at)
  if (byEmail > perEmail || network.isOver)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many messages, try again in an hour' })
  await network.requireWork(byEmail > perEmail / 2 ? 0 : undefined)
}
