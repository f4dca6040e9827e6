import type { ShownGender } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const genders: Readonly<Record<ShownGender, MessageDescriptor>> = {
  woman: msg`Woman`,
  man: msg`Man`,
  nonbinary: msg`Non-binary person`,
  genderfluid: msg`Genderfluid person`,
  agender: msg`Agender person`,
  trans_woman: msg`Trans woman`,
  trans_man: msg`Trans man`,
  questioning: msg`Still exploring`,
}

/** What others read of a member's gender. */
export const genderName = (gender: ShownGender | null): MessageDescriptor =>
  gender === null ? msg`Gender not shown` : genders[gender]

/** Women, men, or both. */
export const sideNames = (sides: readonly ('donna' | 'uomo')[]): MessageDescriptor =>
  sides.length > 1 ? msg`Women and men` : sides[0] === 'donna' ? msg`Women` : msg`Men`
