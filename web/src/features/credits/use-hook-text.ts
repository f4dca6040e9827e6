import type { HookCode } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import { useSite } from '#app/brand/site.ts'
import { useSession } from '#app/session/session.tsx'
import { hookTexts } from './hook-texts.ts'

/**
 * A hook's text and picture in the page's language; those of the flow take precedence, but no text that promises a draft
 * where none was saved.
 */
export const useHookText = (
  hook: HookCode,
  hasDraft = true,
): { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly picture: string | null } => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const { session } = useSession()
  const given = session.flow.hookTexts[hook]
  const { icon, title, text, withoutDraft } = hookTexts[hook]
  return {
    icon,
    title: given?.title?.[locale] ?? i18n._(title),
    text: withoutDraft && !hasDraft ? i18n._(withoutDraft) : (given?.text?.[locale] ?? i18n._(text)),
    picture: given?.picture ?? null,
  }
}
