/** As a field for date and time wants it, in the reader's time zone. */
export const inputTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
