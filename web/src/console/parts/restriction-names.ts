import type { RestrictionKind } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const restrictionNames: Readonly<Record<RestrictionKind, MessageDescriptor>> = {
  warning: msg`Warning`,
  content_removed: msg`Content removed`,
  messaging_off: msg`Messages off`,
  suspension: msg`Suspended`,
  removal: msg`Closed`,
}
