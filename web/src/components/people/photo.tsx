import { type ComponentProps, useEffect, useRef } from 'react'

const whenIdle = (work: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 50)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: 500 })
  return () => cancelIdleCallback(id)
}

export interface PhotoProps extends ComponentProps<'img'> {
  readonly alt: string
  /** A blurred version to show until the photo has loaded, as base64; see `thumbhashUrl`. */
  readonly thumbhash?: string | null | undefined
  /** The address of a version that is loaded already, to show until then in place of the blurred one. */
  readonly under?: string | null | undefined
}

/**
 * A photo that becomes sharp when it has loaded. What is shown until then is set on the element alone: rendering a grid
 * again for it would cost more than it shows.
 */
export const Photo = ({ thumbhash, under, alt, ...image }: PhotoProps) => {
  const element = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const { current } = element
    if (!current || current.complete) return
    const cover = (url: string) => {
      current.style.background = `url("${url}") 50% 20% / cover`
    }
    if (under) return cover(under)
    if (!thumbhash) return
    // The decoder is not part of the page's own script, and a photo that arrives before it needs none.
    return whenIdle(
      () =>
        void import('./thumbhash-url.ts').then(({ thumbhashUrl }) => {
          if (!current.complete) cover(thumbhashUrl(thumbhash))
        }),
    )
  }, [thumbhash, under])
  return <img ref={element} alt={alt} {...image} />
}
