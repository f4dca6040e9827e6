import type { Member } from '@incontro/contract/domain'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export type HairColor = NonNullable<Member['hairColor']>

export const hairTexts: Record<HairColor, MessageDescriptor> = {
  blond: msg`Blond`,
  brown: msg`Brown`,
  red: msg`Red`,
  'dark blond': msg`Dark blond`,
  black: msg`Black`,
  dyed: msg`Dyed`,
}
