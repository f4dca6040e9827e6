export { scoreUnscored, unscoreOf, type Scored } from './scores.ts'
export { caseKinds, partWeights, scoreOf, type CaseKind, type CaseSource } from './rules.ts'
export { closeCase, openCase, type NewCase } from './open-case.ts'
export {
  type Case,
  claimCase,
  type ClaimedCase,
  claimNext,
  closeAs,
  type Claimant,
  decideLater,
  escalate,
  lockCase,
  lockCaseOf,
  releaseCase,
  reopenCase,
  skipCase,
  undoDecision,
} from './claims.ts'
export { type CasePlace, listCases } from './list.ts'
export { figuresOf, type QueueFigures } from './figures.ts'
