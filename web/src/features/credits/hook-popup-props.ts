import type { HookCode } from '@incontro/contract'

export interface HookPopupProps {
  readonly hook: HookCode
  readonly onClose: () => void
  /** The unsent message, for `fine_crediti`. */
  readonly draft?: string | undefined
}
