import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useSession } from '../../app/session/session.tsx'
import { useSocketEvent } from '../../app/session/socket.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { albumKey } from './album-key.ts'

/** Says on any page what was decided about one of the member's photos. */
export const LivePhotos = () => {
  const client = useQueryClient()
  const { refresh } = useSession()
  const toast = useToast()
  const navigate = useNavigate()
  useSocketEvent('photo', ({ state }) => {
    void client.invalidateQueries({ queryKey: albumKey })
    void refresh()
    toast({
      text:
        state === 'approved' ? (
          <Trans>La tua foto è stata approvata: ora la vedono anche gli altri.</Trans>
        ) : (
          <Trans>Una tua foto è stata rifiutata. Il motivo è accanto alla foto.</Trans>
        ),
      action: { label: <Trans>Vedi</Trans>, onAction: () => void navigate('/profile#photos') },
    })
  })
  return null
}
