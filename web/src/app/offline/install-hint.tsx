import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useToast } from '#components/feedback/toast.tsx'
import { useSite } from '../brand/site.ts'
import { loadTexts } from '../i18n/i18n.client.ts'
import { isAppleMobile } from '../session/device.ts'
import { installPrompt } from './install-prompt.ts'

const storageKey = 'installHint'
/** In place of the day of the first visit. */
const made = 'made'

/** Whether the hint may be made now: once on a device, and not on the first day. Without storage never. */
function mayHint(): boolean {
  try {
    const known = localStorage.getItem(storageKey)
    const today = new Date().toDateString()
    if (known === null) localStorage.setItem(storageKey, today)
    return known !== null && known !== made && known !== today
  } catch {
    // Nothing would remember that it was made.
    return false
  }
}

/**
 * Says once that the site can be on the home screen: to a member who comes on another day, after a conversation, where the
 * browser offers it, or on an iPhone, which only has it in its menu.
 */
export const InstallHint = () => {
  const {
    brand: { title },
    locale,
  } = useSite()
  const toast = useToast()
  const { pathname } = useLocation()
  const before = useRef(pathname)
  const hint = useEffectEvent(async () => {
    const prompt = installPrompt()
    const isByHand = prompt === undefined && isAppleMobile()
    if (matchMedia('(display-mode: standalone)').matches || (!prompt && !isByHand) || !mayHint()) return
    await loadTexts('account', locale)
    localStorage.setItem(storageKey, made)
    toast({
      stays: true,
      text: isByHand ? (
        <Trans>{title} can be on your home screen, like an app: tap Share, then “Add to Home Screen”.</Trans>
      ) : (
        <Trans>{title} can be on your home screen, like an app.</Trans>
      ),
      action: prompt && { label: <Trans>Add</Trans>, onAction: () => void prompt.prompt() },
    })
  })
  useEffect(() => {
    const isAfter = /^\/chats\/./.test(before.current) && before.current !== pathname
    before.current = pathname
    // Without its texts it comes another time.
    if (isAfter) hint().catch(() => undefined)
  }, [pathname])
  useEffect(() => {
    // The first day is remembered.
    mayHint()
  }, [])
  return null
}
