/*
 * A separate process that converts an SVG from standard input to a PNG on standard output, so that a malicious drawing
 * affects only this process: it has none of the server's environment variables, little memory, and where the system
 * allows it no network and no files of the server's (platform/sandbox.ts). Drawings cannot load external resources,
 * since they are read from memory.
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
