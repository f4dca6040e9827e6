import type { Member } from '@incontro/contract/domain'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export type HairColor = NonNullable<Member['hairColor']>

export const hairTexts: Record<HairColor, MessageDescriptor> = {
  blond: msg`Biondi`,
  brown: msg`Castani`,
  red: msg`Rossi`,
  'dark blond': msg`Biondo scuro`,
  black: msg`Neri`,
  dyed: msg`Tinti`,
}
