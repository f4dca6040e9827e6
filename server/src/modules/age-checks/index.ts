export { refuseUnchecked, refuseUncheckedEvents, type GateDeps } from './gate.ts'
export { ageCheckResult, recordAgeCheck } from './records.ts'
