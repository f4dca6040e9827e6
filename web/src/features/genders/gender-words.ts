import type { GenderWord } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The words to choose from, in order. In the code rather than fetched: the sign-up asks before anything else is loaded. */
const words: Readonly<Record<GenderWord, MessageDescriptor>> = {
  nonbinary: msg`Non-binary person`,
  genderfluid: msg`Genderfluid person`,
  agender: msg`Agender person`,
  trans_woman: msg`Trans woman`,
  trans_man: msg`Trans man`,
  questioning: msg`Still exploring`,
}
export const genderWords = Object.entries(words)
