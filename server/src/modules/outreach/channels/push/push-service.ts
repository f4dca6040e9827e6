/**
 * The push services of the browsers that there are: each is out by itself. What else a browser named as its own is of no
 * account, as a member chose it.
 */
const hosts =
  /^(?:fcm\.(googleapis\.com)|updates\.push\.services\.(mozilla\.com)|web\.push\.(apple\.com)|[\w-]+\.notify\.(windows\.com))$/

/** By what calls to the push service of an endpoint are known; undefined for one that no browser has. */
export function pushServiceOf(endpoint: string): string | undefined {
  const domain = hosts.exec(new URL(endpoint).hostname)?.slice(1).find(Boolean)
  return domain === undefined ? undefined : `push:${domain}`
}
