import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const states: Readonly<Record<string, MessageDescriptor>> = {
  active: msg`Active`,
  deactivated: msg`Deactivated`,
  suspended: msg`Suspended`,
  deleting: msg`Waits to be erased`,
}

export const stateName = (state: string): MessageDescriptor => states[state] ?? { id: state, message: state }
