import { msg } from '@lingui/core/macro'

/** Ways to begin; choosing one writes it into the composer and never sends it. */
export const icebreakers = [
  msg`Qual è il tuo posto preferito in città?`,
  msg`Che cosa ti ha fatto sorridere oggi?`,
  msg`Pop-corn dolci o salati?`,
  msg`Che musica ascolti la mattina?`,
]
