const browsers: readonly [string, RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
]
const systems: readonly [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
]

const nameIn = (names: readonly [string, RegExp][], agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0]

/** Reads the browser's and the operating system's usual names from a user agent; undefined where unknown. */
export const deviceOf = (
  agent: string,
): { browser: string | undefined; system: string | undefined; phone: boolean } => ({
  browser: nameIn(browsers, agent),
  system: nameIn(systems, agent),
  phone: /iPhone|Android.+Mobile|Mobile.+Firefox/.test(agent),
})
