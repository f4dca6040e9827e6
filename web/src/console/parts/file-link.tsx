import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useToast } from '#components/feedback/toast.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { api, ApiProblem } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'

/**
 * A link to a file for which the second factor has to be shown again: it is asked for first, as the browser takes the file
 * by itself, while it is written.
 */
export const FileLink = ({
  href,
  name,
  keys,
  children,
}: {
  readonly href: string
  /** What the file is. */
  readonly name: string
  /** A key of the page, where it has one such link. */
  readonly keys?: string | undefined
  readonly children: ReactNode
}) => {
  const { i18n } = useLingui()
  const toast = useToast()
  const link = useRef<HTMLAnchorElement>(null)
  const isProved = useRef(false)
  useShortcut(keys ?? '', name, () => link.current?.click(), keys !== undefined)
  const follow = async () => {
    try {
      await api('GET /admin/api/account/proof', {})
    } catch (error) {
      // Who closes the dialog knows why there is no file.
      if (!(error instanceof ApiProblem && error.code === 'proof_needed')) toast({ text: i18n._(problemText(error)) })
      return
    }
    isProved.current = true
    link.current?.click()
  }
  return (
    <a
      ref={link}
      href={href}
      download
      aria-label={name}
      aria-keyshortcuts={keys}
      onClick={(event: MouseEvent) => {
        if (!isProved.current) {
          event.preventDefault()
          void follow()
        }
        isProved.current = false
      }}
    >
      <Icon of={Download} size={16} />
      {children}
    </a>
  )
}
