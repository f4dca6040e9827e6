/** An area of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Longest side of the uploaded picture, in pixels; the server stores fewer. */
const longestSide = 1600

/**
 * Rotates a picture and cuts an area out of it, as a JPEG.
 * @param turn degrees clockwise, a multiple of 90; `area` is an area of the rotated picture
 * @param side longest side of the result
 */
export async function cropPhoto(image: HTMLImageElement, area: Area, turn: number, side = longestSide): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.translate(-area.x, -area.y)
  const { naturalWidth: width, naturalHeight: height } = image
  const lying = turn % 180 !== 0
  context.translate((lying ? height : width) / 2, (lying ? width : height) / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(image, -width / 2, -height / 2)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.92),
  )
}

/** Most pixels with which a page works; phones make photos of up to two hundred million. */
const mostPixels = 12_000_000

/**
 * Opens a file of any size as an image that the browser can show, shrunk if it has more pixels than are needed.
 * @throws if the browser cannot decode it
 */
export async function openPhoto(file: Blob): Promise<HTMLImageElement> {
  const image = await decoded(file)
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height <= mostPixels) return image
  try {
    return await decoded(await cropPhoto(image, { x: 0, y: 0, width, height }, 0, workingSide))
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** Leaves a part of the picture, chosen later, as many pixels as are sent. */
const workingSide = 3200

async function decoded(file: Blob): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(image.src)
    throw error
  }
  return image
}
