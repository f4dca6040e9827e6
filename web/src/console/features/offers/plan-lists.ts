import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The lists of a flow, by the names of the file. */
export const listNames: readonly (readonly [string, MessageDescriptor])[] = [
  ['free', msg`Free members`],
  ['premium', msg`Members with messages or a plan`],
  ['compliant', msg`Members of a flow in which nothing renews`],
  ['verifica', msg`Members who have to prove their age`],
]
