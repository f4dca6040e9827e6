import { BrandFileError, readBrandText } from './brand-file-error.ts'

/**
 * Reads an SVG that contains only shapes, since it is inlined into pages.
 * @throws BrandFileError
 */
export function readDrawing(file: string): string {
  const source = readBrandText(file).trim()
  if (!/^<svg\b[^>]*\bviewBox="/.test(source)) throw new BrandFileError(file, '', 'is not an SVG with a viewBox')
  if (/<script|<foreignObject|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["'](?!#)/i.test(source))
    throw new BrandFileError(file, '', 'holds more than a drawing')
  return source
}
