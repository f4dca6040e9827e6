import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { albumKey } from './album/album-key.ts'

/** Announces on any page the review of one of the member's photos. */
export const LivePhotos = () => {
  const client = useQueryClient()
  const { refresh } = useSession()
  const toast = useToast()
  const navigate = useNavigate()
  useSocketEvent('photo', async ({ state }) => {
    void client.invalidateQueries({ queryKey: albumKey })
    void refresh()
    const { photoNews } = await import('./photo-news.tsx')
    toast(photoNews(state, () => void navigate('/profile#photos')))
  })
  return null
}
