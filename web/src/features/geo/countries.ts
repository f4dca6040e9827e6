import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const countryNames: Readonly<Record<string, MessageDescriptor>> = {
  IT: msg`Italy`,
  ES: msg`Spain`,
  FR: msg`France`,
  GB: msg`United Kingdom`,
  IE: msg`Ireland`,
}
