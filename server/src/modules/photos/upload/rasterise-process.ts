/*
 * A separate process that converts an SVG from standard input to a PNG on standard output, so that a malicious drawing
 * affects only this process, which has no environment variables. Drawings cannot load external resources, since they
 * are read from memory.
 */
import sharp from 'sharp'

const pieces: Buffer[] = []
for await (const piece of process.stdin) pieces.push(piece as Buffer)
sharp.concurrency(1)
const png = await sharp(Buffer.concat(pieces), { limitInputPixels: 50_000_000, failOn: 'error' })
  .resize({ width: 1000, height: 1000, fit: 'inside' })
  .png({ compressionLevel: 1 })
  .toBuffer()
process.stdout.write(png)
