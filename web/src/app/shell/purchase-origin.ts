import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isPurchasePage } from './purchase-page.ts'

/**
 * Key in `sessionStorage`, which outlives a visit to the bank's page. The server stores the page with the order for
 * other tabs.
 */
const key = 'purchaseOrigin'

/** Key in `sessionStorage` of what a payer has entered, for a payment that leads back from the bank's page. */
export const payerKey = 'payer'

/** Key in `sessionStorage` of the order to which no reply has come. */
export const unansweredKey = 'unanswered'

/** The pages that the server accepts as the origin of a purchase. */
const origins = /^\/(find|match|notifications|profile|credits|chats(\/[A-Za-z0-9-]{1,64})?)$/

/** The page from which the purchase began; null if unknown. */
export const pageBeforePurchase = (): string | null => {
  const path = sessionStorage.getItem(key)
  return path !== null && origins.test(path) ? path : null
}

const changes = new EventTarget()
const subscribe = (onChange: () => void) => {
  changes.addEventListener('change', onChange)
  return () => changes.removeEventListener('change', onChange)
}

/** As `pageBeforePurchase`, for pages that the server renders too, where it is null. */
export const usePageBeforePurchase = (): string | null =>
  useSyncExternalStore(subscribe, pageBeforePurchase, () => null)

export const rememberPageBeforePurchase = (path: string): void => {
  sessionStorage.setItem(key, path)
  changes.dispatchEvent(new Event('change'))
}

/** Whether a page is a conversation, which keeps the unsent draft. */
export const isConversation = (path: string | null): boolean => path?.startsWith('/chats/') ?? false

/** Remembers the page from which a member went to the purchase pages, until they go to any other page. */
export const useRememberPurchaseOrigin = () => {
  const { pathname } = useLocation()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (!isPurchasePage(pathname)) for (const one of [key, payerKey, unansweredKey]) sessionStorage.removeItem(one)
    else if (before.current !== null && !isPurchasePage(before.current)) rememberPageBeforePurchase(before.current)
    before.current = pathname
  }, [pathname])
}
