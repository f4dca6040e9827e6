import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { isPurchasePage } from './purchase-page.ts'

/** In the tab only, and a path only: it outlives the way to the bank and back. */
const key = 'purchaseOrigin'

/** The conversation whose cost led to a purchase; null when it began elsewhere. */
export const conversationBeforePurchase = (): string | null => {
  const path = sessionStorage.getItem(key)
  return path !== null && /^\/chats\/[\w-]+$/.test(path) ? path : null
}

/** Remembers where a member was when they went to buy something, until they go somewhere else. */
export const useRememberPurchaseOrigin = () => {
  const { pathname } = useLocation()
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (!isPurchasePage(pathname)) sessionStorage.removeItem(key)
    else if (before.current !== null && !isPurchasePage(before.current)) sessionStorage.setItem(key, before.current)
    before.current = pathname
  }, [pathname])
}
