/** Accepted kinds of pictures (section 5). */
export type PictureType = 'jpeg' | 'png' | 'gif' | 'svg'

const startsWith = (bytes: Buffer, ...first: number[]): boolean => first.every((byte, at) => bytes[at] === byte)

/** The type of a file by its content, ignoring name and declared type. Undefined for anything else, HEIC included. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  const head = bytes.toString('utf8', 0, 4096).replace(/^\uFEFF/, '')
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!DOCTYPE svg[^>[]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(
    head,
  )
    ? 'svg'
    : undefined
}

/** Whether the bytes are also another kind of file (polyglot), which another program could open. */
export function isAlsoAnotherFile(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, 2048)
  if (/%PDF-|<\?php|<(?:html|script|body)[\s>]/i.test(head) && !/<svg[\s>]/.test(head)) return true
  // The directory of a ZIP archive (JAR, DOCX, APK) is at its end.
  return bytes.subarray(-66_000).includes(Buffer.from('PK\x05\x06', 'latin1'))
}
