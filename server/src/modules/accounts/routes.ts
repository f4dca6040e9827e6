import { readableEmail } from '#platform/mail/email-address.ts'
import { routes, suggestEmail } from '@incontro/contract'
import { reauthenticationOf, clearSessionCookie } from '#modules/identity/index.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { changeEmail, pendingEmail } from './change-email.ts'
import { confirmNewEmail } from './confirm-new-email.ts'
import { askForDeletion } from './deletion.ts'
import type { AccountDeps } from './deps.ts'
import { checkMailAddress, mailAddress } from './mail-address.ts'
import { disableProfile } from './disable.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { undoEmailChange } from './undo-email-change.ts'

const ok = { result: 'OK' as const }
const few = { limit: { max: 20, timeWindow: 60_000 } }

/** Routes for changing the address and for closing, deleting and reopening the account. */
export function accountRoutes(http: Http, deps: AccountDeps): void {
  http.bind(routes.account, async ({ member }) => {
    const [{ email }, { passwordHash, fresh }, pending] = await Promise.all([
      deps.db.selectFrom('members').select('email').where('id', '=', member.memberId).executeTakeFirstOrThrow(),
      reauthenticationOf(deps, member),
      pendingEmail(deps, member.memberId),
    ])
    return {
      email: readableEmail(email),
      // A link to the present address only shows that it receives mail.
      pendingEmail: pending === null || pending === email ? null : readableEmail(pending),
      reauthentication: passwordHash === null ? ('session' as const) : ('password' as const),
      fresh,
    }
  })

  http.bind(routes.mailAddress, (call) => mailAddress(deps, call))
  http.bind(
    routes.checkMailAddress,
    async (call) => {
      await checkMailAddress(deps, call)
      return ok
    },
    few,
  )
  http.bind(routes.changeEmail, async (call) => {
    const { email, pending } = await changeEmail(deps, call)
    const emailSuggestion = suggestEmail(email, call.member.country)
    return {
      ...ok,
      user: { email: readableEmail(email), emailValid: true, pending, ...(emailSuggestion && { emailSuggestion }) },
    }
  })
  http.bind(
    routes.confirmNewEmail,
    async (call) => ({ ...ok, user: { email: readableEmail(await confirmNewEmail(deps, call)) } }),
    few,
  )
  http.bind(
    routes.undoEmailChange,
    async (call) => {
      const { email, closed } = await undoEmailChange(deps, call)
      return { ...ok, user: { email: readableEmail(email) }, ...(closed && { closed }) }
    },
    few,
  )

  http.bind(routes.disableProfile, async (call) => {
    own(call.member, call.body.clickid)
    await disableProfile(deps, call)
    clearSessionCookie(call.reply)
    return ok
  })
  http.bind(
    routes.deletion,
    async (call) => {
      own(call.member, call.body.clickid)
      const erasedOn = await askForDeletion(deps, call)
      clearSessionCookie(call.reply)
      return { ...ok, erasedOn: erasedOn.toISOString() }
    },
    few,
  )
  http.bind(
    routes.cancelDeletion,
    async (call) => ((await cancelDeletion(deps, call)) === 'suspended' ? { ...ok, suspended: true as const } : ok),
    few,
  )
}
