import { msg } from '@lingui/core/macro'

/** Ways to begin; choosing one writes it into the composer and never sends it. */
export const icebreakers = [
  msg`What’s your favourite place in town?`,
  msg`What made you smile today?`,
  msg`Sweet or salty popcorn?`,
  msg`What music do you listen to in the morning?`,
]
