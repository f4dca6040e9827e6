/** Public holidays of a whole country: `MM-DD`, or days from Easter Sunday, or a weekday of a month. */
interface Holidays {
  readonly fixed: readonly string[]
  readonly fromEaster: readonly number[]
  /** A weekday (0 is Sunday) of a month: the first, or the last for -1. Or a rule of its own. */
  readonly others?: (year: number) => readonly string[]
  /** Those on a Saturday or Sunday are made up for on the next working days. */
  readonly substituted?: readonly string[]
}

const goodFriday = -2
const easterMonday = 1
const ascension = 39
const whitMonday = 50

/**
 * By the laws of: IT 260/1949 (with 54/1977, 336/2000, 151/2025); ES Estatuto de los Trabajadores, article 37(2), and
 * Real Decreto 2001/1983, article 45 (those of all regions); FR Code du travail, L3133-1; GB Banking and Financial
 * Dealings Act 1971 and the common law (England and Wales); IE Organisation of Working Time Act 1997, second schedule
 * (with S.I. 50 of 2022).
 */
const countries: Readonly<Record<string, Holidays>> = {
  IT: {
    fixed: ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'],
    fromEaster: [easterMonday],
    // Saint Francis is a public holiday again since 2026.
    others: (year) => (year >= 2026 ? [`${year}-10-04`] : []),
  },
  ES: {
    fixed: ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
    fromEaster: [goodFriday],
  },
  FR: {
    fixed: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'],
    fromEaster: [easterMonday, ascension, whitMonday],
  },
  GB: {
    fixed: [],
    fromEaster: [goodFriday, easterMonday],
    others: (year) => [monday(year, 5, 'first'), monday(year, 5, 'last'), monday(year, 8, 'last')],
    substituted: ['01-01', '12-25', '12-26'],
  },
  IE: {
    fixed: ['01-01', '03-17', '12-25', '12-26'],
    fromEaster: [easterMonday],
    others: (year) => [
      weekdayOf(`${year}-02-01`) === 5 ? `${year}-02-01` : monday(year, 2, 'first'),
      monday(year, 5, 'first'),
      monday(year, 6, 'first'),
      monday(year, 8, 'first'),
      monday(year, 10, 'last'),
    ],
  },
}

/** Neither a Saturday nor a Sunday nor a public holiday of the country; `day` is `YYYY-MM-DD`. */
export function isWorkingDay(day: string, country: string): boolean {
  return !isWeekend(day) && !holidaysOf(country, Number(day.slice(0, 4))).has(day)
}

const known = new Map<string, ReadonlySet<string>>()

/** The public holidays of a country in a year, as `YYYY-MM-DD`; none of a country that is not in the table. */
export function holidaysOf(country: string, year: number): ReadonlySet<string> {
  const key = `${country} ${year}`
  const found = known.get(key)
  if (found) return found
  const rules = countries[country]
  const easter = easterSunday(year)
  const made = new Set(
    rules
      ? [
          ...rules.fixed.map((date) => `${year}-${date}`),
          ...rules.fromEaster.map((days) => later(easter, days)),
          ...(rules.others?.(year) ?? []),
        ]
      : [],
  )
  for (const date of rules?.substituted ?? []) {
    let day = `${year}-${date}`
    while (isWeekend(day) || made.has(day)) day = later(day, 1)
    made.add(day)
  }
  known.set(key, made)
  return made
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: string): boolean => weekdayOf(day) % 6 === 0

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

function monday(year: number, month: number, which: 'first' | 'last'): string {
  const from = new Date(Date.UTC(year, which === 'first' ? month - 1 : month, which === 'first' ? 1 : 0))
  const toMonday = which === 'first' ? (8 - from.getUTCDay()) % 7 : -((from.getUTCDay() + 6) % 7)
  return later(from.toISOString().slice(0, 10), toMonday)
}

/** Of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10)
}
