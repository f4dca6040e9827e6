import { useQueryClient } from '@tanstack/react-query'
import type { Charge } from '@incontro/contract/domain'
import { useNavigate } from 'react-router'
import { payerKey, rememberPageBeforePurchase } from '#app/shell/purchase-origin.ts'
import { countsKey, useSession } from '#app/session/session.tsx'
import { conversationsKey } from '#features/chat/index.ts'
import { matchesKey } from '#features/discovery/index.ts'

const okKey = 'pageOkEnabled'

/** What succeeded in this visit, a payment or an age check; the congratulations are shown only then. */
export const succeeded = (): Charge['kind'] | null => {
  const kind = sessionStorage.getItem(okKey)
  return kind === 'order' || kind === 'age_check' ? kind : null
}
export const closePageOk = (): void => sessionStorage.removeItem(okKey)

/** After an age check with a wallet: the plans can be bought, and all other pages are accessible. */
export const useAgeShown = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    sessionStorage.setItem(okKey, 'age_check')
    void client.invalidateQueries({ queryKey: ['payRules'] })
    await navigate('/ok', { replace: true })
  }
}

/** After a successful payment: updates level and credits in the session, then shows the congratulations. */
export const usePaid = () => {
  const { update, refresh } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (reply: Charge) => {
    update({ premiumLevel: reply.premiumLevel, totalCredits: reply.totalCredits })
    sessionStorage.setItem(okKey, reply.kind)
    sessionStorage.removeItem(payerKey)
    if (reply.returnTo !== null) rememberPageBeforePurchase(reply.returnTo)
    client.removeQueries({ queryKey: matchesKey })
    void refresh()
    void client.invalidateQueries({ queryKey: countsKey })
    void client.invalidateQueries({ queryKey: ['payRules'] })
    // Covered messages are readable now.
    void client.invalidateQueries({ queryKey: conversationsKey })
    await navigate('/ok', { replace: true })
  }
}
