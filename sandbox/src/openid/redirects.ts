/**
 * Whether the provider redirects to this address: the application's port on this machine, under any of its brands'
 * names, at the page made for it. A real provider has a list of exact addresses; brands come and go here, strangers never.
 *
 * @param appUrl the application, which has the port
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
