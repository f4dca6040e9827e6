const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  // Samples of the demo are drawn.
  svg: 'image/svg+xml',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
}

/** By the ending of its key, which the server chose when it stored the file. */
export const contentTypeOf = (storageKey: string): string =>
  types[storageKey.slice(storageKey.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
