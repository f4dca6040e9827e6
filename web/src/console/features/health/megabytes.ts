import { useLingui } from '@lingui/react/macro'

/** Megabytes in words of the reader's language, as gigabytes where there are many. */
export function useMegabytes(): (megabytes: number) => string {
  const { i18n } = useLingui()
  return (megabytes) => {
    const [value, unit] = megabytes < 10_000 ? [megabytes, 'megabyte'] : [megabytes / 1000, 'gigabyte']
    return i18n.number(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
  }
}
