/*
 * A separate process that converts an SVG (`drawing`) or a large picture (`bitmap`) from standard input to a PNG of at
 * most 1000 pixels a side on standard output, so that a malicious one affects only this process: it has none of the
 * server's environment variables, limited memory, and where the system allows it no network and no files of the server's
 * (platform/process/sandbox.ts). Drawings cannot load external resources, since they are read from memory.
 */
import sharp from 'sharp'

const isDrawing = process.argv[2] === 'drawing'
const limitInputPixels = Number(process.argv[3])
const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
sharp.concurrency(1)
const picture = sharp(Buffer.concat(pieces), { limitInputPixels, failOn: isDrawing ? 'error' : 'warning', pages: 1 })
const png = await (isDrawing ? picture : picture.autoOrient())
  .resize({ width: 1000, height: 1000, fit: 'inside', withoutEnlargement: !isDrawing })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
