/** The lower-cased host name of a `Host` header, without port and trailing dot; an IPv6 address keeps its brackets. */
export function hostName(header: string): string {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(header.trim().toLowerCase()) ?? []
  return name.endsWith('.') ? name.slice(0, -1) : name
}
