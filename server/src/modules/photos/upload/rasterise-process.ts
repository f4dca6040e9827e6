/*
 * A process of its own that turns an SVG from its standard input into a PNG on its standard output: what a drawing makes
 * the renderer do, it does here, without our environment, and ends with the process. Drawings load nothing from outside,
 * because they are read from memory.
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
