import { useQueryClient } from '@tanstack/react-query'
import type { Charge } from '@incontro/contract/domain'
import { useNavigate } from 'react-router'
import { rememberPageBeforePurchase } from '../../../app/shell/purchase-origin.ts'
import { countsKey, useSession } from '../../../app/session/session.tsx'
import { conversationsKey } from '../../chat/index.ts'
import { matchesKey } from '../../discovery/index.ts'

const okKey = 'pageOkEnabled'

/** What of this visit succeeded, a payment or an age check: the congratulations are for that only. */
export const succeeded = (): Charge['kind'] | null => {
  const kind = sessionStorage.getItem(okKey)
  return kind === 'order' || kind === 'age_check' ? kind : null
}
export const closePageOk = (): void => sessionStorage.removeItem(okKey)

/** After an age check with a wallet: the plans are for sale now, and everything else is open. */
export const useAgeShown = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    sessionStorage.setItem(okKey, 'age_check')
    void client.invalidateQueries({ queryKey: ['payRules'] })
    await navigate('/ok', { replace: true })
  }
}

/** After a successful payment: level and credits go into the session, then the congratulations. */
export const usePaid = () => {
  const { update, refresh } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (reply: Charge) => {
    update({ premiumLevel: reply.premiumLevel, totalCredits: reply.totalCredits })
    sessionStorage.setItem(okKey, reply.kind)
    if (reply.returnTo !== null) rememberPageBeforePurchase(reply.returnTo)
    client.removeQueries({ queryKey: matchesKey })
    void refresh()
    void client.invalidateQueries({ queryKey: countsKey })
    void client.invalidateQueries({ queryKey: ['payRules'] })
    // What was covered is readable now.
    void client.invalidateQueries({ queryKey: conversationsKey })
    await navigate('/ok', { replace: true })
  }
}
