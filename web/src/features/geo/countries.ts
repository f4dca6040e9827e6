import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const countryNames: Readonly<Record<string, MessageDescriptor>> = {
  IT: msg`Italia`,
  ES: msg`Spagna`,
  FR: msg`Francia`,
  GB: msg`Regno Unito`,
  IE: msg`Irlanda`,
}
