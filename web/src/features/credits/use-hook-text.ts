import type { HookCode } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import { useSite } from '../../app/brand/site.ts'
import { useSession } from '../../app/session/session.tsx'
import { hookTexts } from './hook-texts.ts'

/** A hook's text and picture in the page's language; those of the flow take precedence. */
export const useHookText = (
  hook: HookCode,
): { readonly icon: LucideIcon; readonly title: string; readonly text: string; readonly picture: string | null } => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const { session } = useSession()
  const given = session.flow.hookTexts[hook]
  const { icon, title, text } = hookTexts[hook]
  return {
    icon,
    title: given?.title?.[locale] ?? i18n._(title),
    text: given?.text?.[locale] ?? i18n._(text),
    picture: given?.picture ?? null,
  }
}
