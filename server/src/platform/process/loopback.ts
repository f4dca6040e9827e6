/** Lower-cased, without the brackets of an IPv6 address or a trailing dot. */
export const bareHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** Whether a host name or address, without port, is this machine itself. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?|::ffff:7f[\da-f]{2}:[\da-f]+)$/.test(bareHost(hostname))
