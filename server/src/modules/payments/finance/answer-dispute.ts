import { type adminRoutes, composeEvidence } from '@incontro/contract/admin'
import { isVisible } from '@incontro/contract'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { answerDispute, type AnswerOutcome, type OurSide } from '../disputes/answer.ts'
import type { FinanceDeps } from './deps.ts'
import { disputeAt } from './dispute-file.ts'
import { factsOf } from './dispute-facts.ts'

interface Answered {
  readonly state: 'sent' | 'waiting'
}

/** @throws Failure 400, 403 `own_account`, 404, 409 `evidence_changed` and those below */
export async function sendEvidence(deps: FinanceDeps, call: Call<typeof adminRoutes.sendEvidence>): Promise<Answered> {
  const { attempt, dispute } = await disputeAt(deps, call)
  const { statement, facts: chosen, text } = call.body
  const evidence = composeEvidence(statement, await factsOf(deps.db, deps, attempt, dispute), chosen)
  if (!isVisible(evidence))
    throw new Failure(400, 'invalid', { field: 'statement', message: 'There is no evidence in it' })
  const most = deps.connections.byId(attempt.connection)?.provider.disputeAnswers?.mostCharacters ?? Infinity
  if ([...evidence].length > most)
    throw new Failure(400, 'evidence_too_long', {
      field: 'text',
      message: `The provider takes at most ${most} characters`,
    })
  if (evidence !== text)
    throw new Failure(409, 'evidence_changed', { message: 'What our rows say has changed since it was read' })
  return answer(deps, call, { evidence })
}

/** @throws Failure 403 `own_account`, 404, 409 as below */
export async function acceptLoss(deps: FinanceDeps, call: Call<typeof adminRoutes.acceptLoss>): Promise<Answered> {
  await disputeAt(deps, call)
  return answer(deps, call, { accepts: call.body.reason })
}

const failures: Readonly<Record<Exclude<AnswerOutcome, 'sent' | 'waiting'>, readonly [code: string, message: string]>> =
  {
    'refused by the provider': ['provider_refused', 'The provider has refused it, and nothing was changed'],
    'id taken': ['id_taken', 'This id was used for another answer'],
    decided: ['dispute_decided', 'The dispute is decided'],
    'answered before': ['answered_already', 'The dispute is answered already'],
    'not awaited': ['not_awaited', 'The provider waits for no answer to this dispute'],
    'too late': ['dispute_overdue', 'The day on which the answer was due is past'],
    'refund under way': [
      'refund_under_way',
      'A refund of the order is under way: the payer would have the money twice',
    ],
    'no such way': ['answered_elsewhere', 'This provider takes answers in its own console only'],
  }

async function answer(
  deps: FinanceDeps,
  {
    body,
    params,
    staff,
    ip,
  }: Pick<Call<typeof adminRoutes.acceptLoss>, 'params' | 'staff' | 'ip'> & {
    readonly body: { readonly id: string }
  },
  side: OurSide['side'],
): Promise<Answered> {
  const outcome = await answerDispute(deps, {
    id: body.id,
    attemptId: params.order,
    madeBy: `staff:${staff.staffId}`,
    address: ip,
    side,
  })
  if (outcome === 'sent' || outcome === 'waiting') return { state: outcome }
  const [code, message] = failures[outcome]
  throw new Failure(409, code, { message })
}
