export {
  addDays,
  dayAfter,
  dayIn,
  daysPassed,
  endOfDay,
  endOfQuarter,
  isShorterThan,
  startOfQuarter,
  type Quarter,
} from './days.ts'
export { endOfDays } from './last-day.ts'
export { anchorFrom, endOfPeriod, type Period } from './periods.ts'
