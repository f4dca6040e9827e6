type Detail = Readonly<Record<string, unknown>>

/** An id that may be of a person of staff, as it is stored: with or without what it is. */
const staffId = /^(?:staff:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null

/** The ids in the details that may be those of staff. */
export const staffIn = (detail: Detail): readonly string[] =>
  Object.values(detail).flatMap((value) => {
    if (typeof value === 'string') return staffId.exec(value)?.[1] ?? []
    return isObject(value) ? staffIn(value) : []
  })

/** The details with the names of staff in place of their ids. */
export const withNames = (detail: Detail, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([key, value]) => {
      if (typeof value === 'string') return [key, names.get(staffId.exec(value)?.[1] ?? '') ?? value]
      return [key, isObject(value) && !Array.isArray(value) ? withNames(value, names) : value]
    }),
  )
