import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What to do about a town that was typed and that the region does not have; it is optional everywhere. */
export const unknownTown = (town: string, region: string): MessageDescriptor =>
  msg`We can’t find “${town}” in ${region}: choose from the list or leave it empty.`
