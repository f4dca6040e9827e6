export { companyCountry, companyTimeZone } from './company.ts'
export {
  addDays,
  dayAfter,
  dayIn,
  daysPassed,
  endOfDay,
  endOfQuarter,
  isShorterThan,
  startOfDay,
  startOfQuarter,
  type Quarter,
} from './days.ts'
export { endOfDays, endOfMonths } from './last-day.ts'
export { anchorFrom, endOfPeriod, type Period } from './periods.ts'
