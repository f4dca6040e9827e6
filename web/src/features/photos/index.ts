export { AlbumCard } from './album/album-card.tsx'
export { Gallery } from './gallery.tsx'
export { LivePhotos } from './live-photos.tsx'
