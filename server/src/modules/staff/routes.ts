import { adminRoutes } from '@incontro/contract/admin'
import type { Locale } from '@incontro/contract'
import { installationChain } from '#modules/audit/index.ts'
import type { Http } from '#platform/http/bind.ts'
import { changeRoles, colleagues, leave, reset } from './accounts/colleagues.ts'
import { answerInvitation, invite } from './accounts/invitations.ts'
import {
  changeAccount,
  endOwnSession,
  ownAccount,
  passkeyAdd,
  passkeyCreate,
  passkeyRemove,
  renewRecoveryCodes,
  totpBegin,
  totpConfirm,
} from './accounts/own-account.ts'
import { linkView, useLink } from './accounts/use-link.ts'
import type { StaffDeps } from './deps.ts'
import { healthView, retryJob } from './health/health.ts'
import { clearConsoleCookie, endByToken, requireSession, sessionOf } from './sessions/sessions.ts'
import type { StaffSession } from './sessions/sessions.ts'
import { showFactor } from './sign-in/factor.ts'
import { assertionOptions } from './sign-in/passkeys.ts'
import { changePassword, signIn } from './sign-in/password.ts'
import { codeNow } from './sign-in/totp.ts'
import { changeView, deleteView, restoreView, saveView } from './views/change-views.ts'
import { shareView, unshareView } from './views/share-views.ts'
import { savedViews } from './views/views.ts'

const ok = { result: 'OK' as const }

async function stateView(deps: StaffDeps, session: StaffSession | undefined) {
  if (!session) return { state: 'none' as const, methods: [], demoCode: null }
  if (session.state === 'enrol') return { state: session.state, methods: [], demoCode: null }
  const methods = [
    ...(session.hasTotp ? (['totp'] as const) : []),
    ...(session.hasPasskey ? (['passkey'] as const) : []),
    ...(session.hasRecoveryCodes && session.state === 'factor' ? (['recovery'] as const) : []),
  ]
  const demoCode = deps.demo && session.hasTotp ? await codeNow(deps, deps.home().db, session.staffId) : null
  return { state: session.state, methods, demoCode }
}

/** What is limited by its own counters has a limit per network as well, far below what a script would need. */
const guessed = { limit: { max: 30, timeWindow: 60_000 } }

export function bindStaffRoutes(http: Http, deps: StaffDeps): void {
  http.bind(adminRoutes.staffSession, async ({ request }) => stateView(deps, await sessionOf(deps, request)))
  http.bind(
    adminRoutes.staffSignIn,
    async (call) => {
      await signIn(deps, call)
      return ok
    },
    guessed,
  )
  http.bind(adminRoutes.staffSignOut, async ({ request, reply, ip }) => {
    await deps
      .home()
      .db.transaction()
      .execute(async (tx) => {
        const staffId = await endByToken(tx, request)
        if (staffId === undefined) return
        await deps.record(tx, {
          brandId: installationChain,
          by: { staffId, address: ip },
          action: 'signed_out',
          subject: { kind: 'staff', id: staffId },
        })
      })
    clearConsoleCookie(reply)
    return ok
  })
  http.bind(adminRoutes.staffPasskeyOptions, async ({ request }) =>
    assertionOptions(deps, deps.home().db, await requireSession(deps, request, 'factor', 'in')),
  )
  http.bind(
    adminRoutes.staffFactor,
    async (call) => {
      await showFactor(deps, call)
      return ok
    },
    guessed,
  )
  http.bind(adminRoutes.staffLink, (call) => linkView(deps, call), guessed)
  http.bind(
    adminRoutes.staffUseLink,
    async (call) => {
      await useLink(deps, call)
      return ok
    },
    guessed,
  )
  http.bind(adminRoutes.staffMe, async ({ staff }) => {
    const { email, name, locale } = await deps
      .home()
      .db.selectFrom('staff')
      .select(['email', 'name', 'locale'])
      .where('id', '=', staff.staffId)
      .executeTakeFirstOrThrow()
    const keys = [...new Set(staff.roles.map(({ brandId }) => brandId))]
    return {
      id: staff.staffId,
      email,
      name,
      locale: locale as Locale,
      roles: staff.roles.map(({ brandId, role }) => ({ brand: brandId, role })),
      brands: keys.flatMap((key) => {
        const brand = deps.everyBrand.byKey(key)
        return brand ? [{ key, title: brand.title }] : []
      }),
      provedUntil: staff.provedUntil?.toISOString() ?? null,
      demo: deps.demo,
    }
  })

  http.bind(adminRoutes.staffProof, async () => ok)
  http.bind(adminRoutes.staffAccount, (call) => ownAccount(deps, call))
  http.bind(adminRoutes.staffUpdateAccount, async (call) => {
    await changeAccount(deps, call)
    return ok
  })
  http.bind(
    adminRoutes.staffChangePassword,
    async (call) => {
      await changePassword(deps, call)
      return ok
    },
    guessed,
  )
  http.bind(adminRoutes.staffTotpBegin, (call) => totpBegin(deps, call))
  http.bind(adminRoutes.staffTotpConfirm, (call) => totpConfirm(deps, call), guessed)
  http.bind(adminRoutes.staffPasskeyCreate, (call) => passkeyCreate(deps, call))
  http.bind(adminRoutes.staffPasskeyAdd, (call) => passkeyAdd(deps, call))
  http.bind(adminRoutes.staffPasskeyRemove, async (call) => {
    await passkeyRemove(deps, call)
    return ok
  })
  http.bind(adminRoutes.staffRecoveryCodes, (call) => renewRecoveryCodes(deps, call))
  http.bind(adminRoutes.staffEndSession, async (call) => {
    await endOwnSession(deps, call)
    return ok
  })
  http.bind(adminRoutes.staffAnswerInvitation, async (call) => {
    await answerInvitation(deps, call)
    return ok
  })

  http.bind(adminRoutes.staffHealth, (call) => healthView(deps, call))
  http.bind(adminRoutes.retryJob, (call) => retryJob(deps, call))
  http.bind(adminRoutes.staffList, (call) => colleagues(deps, call))
  http.bind(adminRoutes.staffInvite, (call) => invite(deps, call))
  http.bind(adminRoutes.staffSetRoles, async (call) => {
    await changeRoles(deps, call)
    return ok
  })
  http.bind(adminRoutes.staffLeave, async (call) => {
    await leave(deps, call)
    return ok
  })
  http.bind(adminRoutes.staffReset, async (call) => {
    await reset(deps, call)
    return ok
  })

  http.bind(adminRoutes.savedViews, (call) => savedViews(deps, call))
  http.bind(adminRoutes.saveView, (call) => saveView(deps, call))
  http.bind(adminRoutes.changeView, async (call) => {
    await changeView(deps, call)
    return ok
  })
  http.bind(adminRoutes.deleteView, async (call) => {
    await deleteView(deps, call)
    return ok
  })
  http.bind(adminRoutes.restoreView, async (call) => {
    await restoreView(deps, call)
    return ok
  })
  http.bind(adminRoutes.shareView, async (call) => {
    await shareView(deps, call)
    return ok
  })
  http.bind(adminRoutes.unshareView, async (call) => {
    await unshareView(deps, call)
    return ok
  })
}
