import type { PublicBrand } from '@incontro/contract'
import { useContext } from 'react'
import { ServerOnly } from '../server/server-only.ts'
import './wordmark.css'

const colours = (svg: string) => [...svg.matchAll(/(?:fill|stroke)="(#[0-9a-f]{3,8})"/gi)].map((match) => match[1]!)

/**
 * Merges the brand's light and dark word-marks, which differ only in colours, into one symbol that follows the theme.
 * The letters take the colour of the surrounding text.
 */
export const wordmarkSymbol = ({ light, dark }: PublicBrand['logo']): string => {
  const viewBox = /viewBox="([^"]+)"/.exec(light)?.[1] ?? '0 0 148 40'
  const darkColours = colours(dark)
  const ink = colours(light)[0]
  let index = 0
  const inner = light.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
  const themed = inner.replace(/(fill|stroke)="(#[0-9a-f]{3,8})"/gi, (_, attribute: string, colour: string) => {
    const other = darkColours[index++] ?? colour
    if (colour === ink) return `${attribute}="currentColor"`
    return `${attribute}="${other === colour ? colour : `light-dark(${colour},${other})`}"`
  })
  // The content security policy blocks style attributes, so wordmark.css blends the overlapping shapes.
  const blended = themed.replace(/style="mix-blend-mode:\s*([a-z-]+);?"/g, 'data-blend="$1"')
  return `<symbol id="wordmark" viewBox="${viewBox}">${blended}</symbol>`
}

/** The page's only copy of the word-mark; every logo on the page refers to it. */
export const WordmarkSource = () => {
  const server = useContext(ServerOnly)
  return (
    <svg
      width="0"
      height="0"
      aria-hidden="true"
      suppressHydrationWarning
      // The build knows `SSR`, so browsers do not download code that only the server runs.
      // oxlint-disable-next-line react/no-danger -- the brand's own file, checked when the brand is loaded
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && server ? wordmarkSymbol(server.logo) : '' }}
    />
  )
}
