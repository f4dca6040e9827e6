import type { RiskRuleView } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

type State = RiskRuleView['state']

export const stateNames: Readonly<Record<State, MessageDescriptor>> = {
  draft: msg`Draft`,
  simulated: msg`Simulated`,
  live: msg`At work`,
  off: msg({ message: 'Off', context: 'rule' }),
}
export const stateTones: Readonly<Record<State, Tone>> = { draft: 'info', simulated: 'warn', live: 'ok', off: 'info' }
