import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isPurchasePage } from './purchase-page.ts'

/** In the tab, where it outlives the way to the bank and back; the server keeps it with the order, for other tabs. */
const key = 'purchaseOrigin'

/** Pages one goes back to, as the server takes them. */
const origins = /^\/(find|match|notifications|profile|credits|chats(\/[A-Za-z0-9-]{1,64})?)$/

/** The page from which the purchase began; null when none is known. */
export const pageBeforePurchase = (): string | null => {
  const path = sessionStorage.getItem(key)
  return path !== null && origins.test(path) ? path : null
}

const never = () => () => undefined

/** The same in a page that the server renders too, which knows of none. */
export const usePageBeforePurchase = (): string | null => useSyncExternalStore(never, pageBeforePurchase, () => null)

export const rememberPageBeforePurchase = (path: string): void => sessionStorage.setItem(key, path)

/** Whether a page is a conversation, whose draft waits there. */
export const isConversation = (path: string | null): boolean => path?.startsWith('/chats/') ?? false

/** Remembers where a member was when they went to buy something, until they go somewhere else. */
export const useRememberPurchaseOrigin = () => {
  const { pathname } = useLocation()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (!isPurchasePage(pathname)) sessionStorage.removeItem(key)
    else if (before.current !== null && !isPurchasePage(before.current)) rememberPageBeforePurchase(before.current)
    before.current = pathname
  }, [pathname])
}
