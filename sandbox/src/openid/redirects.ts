/**
 * Whether the provider may redirect to this URL: the application's sign-in page, on its port of this machine, under any
 * brand's host name. A real provider has a list of exact URLs; here brands are added and removed without registration.
 *
 * @param appUrl the application's URL, from which the port is taken
 */
export function isOwnRedirect(uri: string, appUrl: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(uri)
  return (
    /^https?:$/.test(protocol) &&
    isLoopback(hostname) &&
    port === new URL(appUrl).port &&
    /^\/loginWithGoogle(\/[A-Za-z]+)?$/.test(pathname) &&
    [username, password, search, hash].every((part) => part === '')
  )
}

const isLoopback = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
