import { useLingui } from '@lingui/react/macro'
import { type RefObject, useRef } from 'react'
import { useShortcut } from '#console/base/shortcuts.tsx'

/** `j` and `k` go through the links of the rows below the element. */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const move = (by: 1 | -1) => {
    const all = [...(place.current?.querySelectorAll<HTMLElement>('tbody tr a') ?? [])]
    const at = all.findIndex((one) => one === document.activeElement)
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }
  useShortcut('j', t`Next row`, () => move(1))
  useShortcut('k', t`Previous row`, () => move(-1))
  return place
}
