import { crc32 } from 'node:zlib'
import sharp, { type Color } from 'sharp'
import { picture } from './pictures.ts'

/** Files as phones, programs and mischief make them, and what the server answers. */
export interface Sample {
  readonly name: string
  readonly make: () => Promise<Buffer>
  /** 200, or status and code of the refusal. */
  readonly answer: 200 | readonly [status: number, code: string]
}

let seeds = 500
/** A JPEG unlike any other. */
const photo = async (options?: Parameters<typeof picture>[1]) =>
  (await picture((seeds += 1), options)).jpeg().toBuffer()

/** Where the marker of a kind begins. */
const markerIn = (bytes: Buffer, kind: number): number => bytes.lastIndexOf(Buffer.from([0xff, kind]))
const inserted = (bytes: Buffer, at: number, ...more: (Buffer | string)[]): Buffer =>
  Buffer.concat([bytes.subarray(0, at), ...more.map((part) => Buffer.from(part)), bytes.subarray(at)])
const segment = (kind: number, content: string): Buffer => {
  const head = Buffer.from([0xff, kind, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, Buffer.from(content, 'latin1')])
}
/** Behind the first segment. */
const second = (bytes: Buffer): number => 4 + bytes.readUInt16BE(4)
const changed = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}
const ofPhoto = (change: (bytes: Buffer) => Buffer, options?: Parameters<typeof picture>[1]) => async () =>
  change(await photo(options))
const withComment = (text: string) => ofPhoto((bytes) => inserted(bytes, 2, segment(0xfe, text)))
const plain = (background: Color, width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 4, background } })
const drawing = (content: string) => async () =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${content}</svg>`)
const progressive = async (options?: Parameters<typeof picture>[1]) =>
  (await picture((seeds += 1), options)).jpeg({ progressive: true }).toBuffer()

const broken = [400, 'grandezza_file'] as const
const noPhoto = [400, 'not_a_photo'] as const
const noPicture = [415, 'solo_immagini'] as const

/** Faults that every browser overlooks. */
const harmless: readonly Sample[] = [
  {
    name: 'the spectrum of the scan ends at 0',
    make: ofPhoto((bytes) => {
      const scan = markerIn(bytes, 0xda)
      return changed(bytes, scan + bytes.readUInt16BE(scan + 2), 0)
    }),
    answer: 200,
  },
  {
    name: 'two zeros between two segments',
    make: ofPhoto((bytes) => inserted(bytes, second(bytes), Buffer.alloc(2))),
    answer: 200,
  },
  {
    name: 'many zeros between two segments',
    make: ofPhoto((bytes) => inserted(bytes, second(bytes), Buffer.alloc(4000))),
    answer: 200,
  },
  { name: 'no end mark', make: ofPhoto((bytes) => bytes.subarray(0, -2)), answer: 200 },
  { name: 'half an end mark', make: ofPhoto((bytes) => bytes.subarray(0, -1)), answer: 200 },
  {
    name: 'stray bytes between two segments',
    make: ofPhoto((bytes) => inserted(bytes, second(bytes), Buffer.from([1, 2, 3, 0, 4]))),
    answer: 200,
  },
  {
    name: 'no end mark but zeros',
    make: ofPhoto((bytes) => Buffer.concat([bytes.subarray(0, -2), Buffer.alloc(64)])),
    answer: 200,
  },
  {
    name: 'a progressive one without an end mark',
    make: async () => (await progressive()).subarray(0, -2),
    answer: 200,
  },
  {
    name: '500 kB behind the end',
    make: ofPhoto((bytes) => Buffer.concat([bytes, Buffer.alloc(500_000, 7)])),
    answer: 200,
  },
  {
    name: 'a second picture behind the end',
    make: async () => Buffer.concat([await photo(), await photo()]),
    answer: 200,
  },
  {
    name: 'fill bytes before a marker',
    make: ofPhoto((bytes) => inserted(bytes, second(bytes), Buffer.alloc(5, 0xff))),
    answer: 200,
  },
  {
    name: 'broken EXIF',
    make: ofPhoto((bytes) => inserted(bytes, 2, segment(0xe1, 'Exif\0\0MM\0*\xff\xff\xff\xff'))),
    answer: 200,
  },
  ...['<body class=x>', '<script>', '<html>', '%PDF-1.7', '<?php echo 1'].map((text): Sample => ({
    name: `the comment ${text}`,
    make: withComment(text),
    answer: 200,
  })),
]

const png = async () => (await picture((seeds += 1), { width: 300, height: 400 })).png().toBuffer()
/** A chunk behind the header, which has 25 bytes after the signature of eight. */
const withChunk = (kind: string, content: string) => async () => {
  const body = Buffer.from(kind + content, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return inserted(await png(), 33, length, body, sum)
}
/** Behind the colours of a GIF, whose header has 13 bytes. */
const gifWithComment = (text: string) => async () => {
  const bytes = await (await picture((seeds += 1), { width: 300, height: 400 })).gif().toBuffer()
  const flags = bytes[10] ?? 0
  const colours = (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
  return inserted(bytes, 13 + colours, Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0]))
}

/** What programs write beside a picture, which is not kept. */
const annotated: readonly Sample[] = [
  { name: 'a PNG with a page in its text', make: withChunk('tEXt', 'Comment\0<html><body class=x>'), answer: 200 },
  {
    name: 'a PNG with a script in its XMP',
    make: withChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<script>%PDF-'),
    answer: 200,
  },
  { name: 'a GIF with a page in its comment', make: gifWithComment('<html>'), answer: 200 },
  {
    name: 'a PNG with a page in a chunk of another kind',
    make: withChunk('prVt', '<html><body>'),
    answer: [415, 'solo_immagini'],
  },
]

/** As the largest sensors of phones make them. */
const large: readonly Sample[] = (
  [
    [8160, 6144],
    [9248, 6936],
    [12_000, 9000],
    [16_000, 3000],
  ] as const
).map(([width, height]) => ({
  name: `${width} × ${height} pixels`,
  make: async () => (await picture((seeds += 1), { width, height })).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  answer: 200,
}))

const refused: readonly Sample[] = [
  ...[0.2, 0.5, 0.8].map((part): Sample => ({
    name: `the first ${part * 100} % of a photo`,
    make: ofPhoto((bytes) => bytes.subarray(0, Math.floor(bytes.length * part))),
    answer: broken,
  })),
  {
    name: 'half a photo with an end mark',
    make: ofPhoto((bytes) => Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.from([0xff, 0xd9])])),
    answer: broken,
  },
  {
    name: 'half a progressive photo',
    make: async () => {
      const bytes = await progressive()
      return bytes.subarray(0, bytes.length >> 1)
    },
    answer: broken,
  },
  {
    name: 'a progressive one of 62 megapixels',
    make: () => progressive({ width: 9000, height: 6900 }),
    answer: broken,
  },
  {
    name: 'a segment longer than the file',
    make: ofPhoto((bytes) => changed(bytes, 4, 0xff).subarray(0, 3000)),
    answer: broken,
  },
  {
    name: 'a document between two segments',
    make: ofPhoto((bytes) => inserted(bytes, second(bytes), '%PDF-1.7')),
    answer: noPicture,
  },
  {
    name: 'an archive behind the end',
    make: ofPhoto((bytes) => Buffer.concat([bytes, Buffer.from('PK\x05\x06'), Buffer.alloc(18)])),
    answer: noPicture,
  },
  { name: 'one pixel', make: () => plain('#a40', 1, 1).jpeg().toBuffer(), answer: noPhoto },
  { name: '20 × 20 pixels', make: () => photo({ width: 20, height: 20 }), answer: noPhoto },
  { name: '199 × 400 pixels', make: () => photo({ width: 199, height: 400 }), answer: noPhoto },
  { name: '2 × 3000 pixels', make: () => photo({ width: 2, height: 3000 }), answer: noPhoto },
  { name: '8000 × 40 pixels', make: () => photo({ width: 8000, height: 40 }), answer: noPhoto },
  { name: '2400 × 300 pixels', make: () => photo({ width: 2400, height: 300 }), answer: noPhoto },
  { name: 'all black', make: () => plain('#000').jpeg().toBuffer(), answer: noPhoto },
  { name: 'all of one colour', make: () => plain('#c8b090').jpeg({ quality: 40 }).toBuffer(), answer: noPhoto },
  { name: 'transparent', make: () => plain({ r: 200, g: 0, b: 0, alpha: 0 }).png().toBuffer(), answer: noPhoto },
  {
    name: 'black, with a few bright pixels',
    make: async () =>
      plain('#000')
        .composite([{ input: await plain('#fff', 8, 8).png().toBuffer(), left: 10, top: 10 }])
        .jpeg()
        .toBuffer(),
    answer: noPhoto,
  },
  {
    name: 'black, with the noise of a sensor',
    make: () =>
      sharp({
        create: {
          width: 800,
          height: 600,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', mean: 5, sigma: 4 },
        },
      })
        .jpeg()
        .toBuffer(),
    answer: noPhoto,
  },
  { name: 'an empty drawing', make: drawing(''), answer: noPhoto },
  {
    name: 'a drawing of a frame',
    make: drawing(
      '<rect width="600" height="800" fill="#fff"/><rect x="1" y="1" width="598" height="798" fill="none" stroke="#000"/>',
    ),
    answer: noPhoto,
  },
  { name: 'a drawing of a white page', make: drawing('<rect width="600" height="800" fill="#fff"/>'), answer: noPhoto },
]

export const samples: readonly Sample[] = [...harmless, ...annotated, ...large, ...refused]

/** A drawn face, with what distinguishes two of them. */
export const face = (mouth: 'smile' | 'frown', more = ''): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#bcd"/>
      <circle cx="300" cy="350" r="180" fill="#eca"/><circle cx="240" cy="310" r="14"/><circle cx="360" cy="310" r="14"/>
      <path d="M220 435 Q300 ${mouth === 'smile' ? 490 : 380} 380 435" stroke="#a33" stroke-width="10" fill="none"/>${more}</svg>`),
  )
    .jpeg()
    .toBuffer()
export const sunglasses =
  '<rect x="205" y="285" width="70" height="50" rx="8"/><rect x="325" y="285" width="70" height="50" rx="8"/>'
export const hat = '<rect x="180" y="130" width="240" height="70" fill="#432"/>'
