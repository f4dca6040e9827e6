import { msg } from '@lingui/core/macro'

export const languageNames = {
  it: msg`Italian`,
  es: msg`Spanish`,
  fr: msg`French`,
  en: msg`English`,
} as const
