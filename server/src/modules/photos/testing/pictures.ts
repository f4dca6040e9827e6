import sharp from 'sharp'
import type { Answer, TestMember, TestServer } from '#test/support/test-server.ts'

/** A picture unique to its seed: soft patches of colour. */
export async function picture(seed: number, { width = 800, height = 600 } = {}) {
  let state = seed * 2654435761 + 1
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0
    return state & 255
  }
  const patches = Buffer.from(Array.from({ length: 8 * 8 * 3 }, next))
  return sharp(
    await sharp(patches, { raw: { width: 8, height: 8, channels: 3 } })
      .png()
      .toBuffer(),
  ).resize({
    width,
    height,
    fit: 'fill',
  })
}

export const jpeg = async (seed: number): Promise<Buffer> => (await picture(seed)).jpeg().toBuffer()

/** The form in which a page sends a file. */
export function fileForm(
  bytes: Buffer,
  { name = 'me.jpg', type = 'image/jpeg', field = 'avatar' }: { name?: string; type?: string; field?: string } = {},
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } {
  const boundary = 'form-of-a-page'
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

/** Uploads a file as a page's form does. */
export function upload(
  testServer: TestServer,
  member: TestMember,
  bytes: Buffer,
  options: {
    name?: string
    type?: string
    host?: string
    field?: string
    trackerId?: string
    path?: string
    address?: string
  } = {},
): Promise<Answer> {
  const { host, trackerId = member.session.clickid, path = '', address = `/api/upload/${trackerId}${path}` } = options
  const { headers, body } = fileForm(bytes, options)
  return testServer.call(address, {
    method: 'POST',
    token: member.token,
    ...(host === undefined ? {} : { host }),
    headers,
    body,
  })
}
