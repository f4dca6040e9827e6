import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useToast } from '#components/feedback/toast.tsx'

/**
 * Announces the result of a pending order on any page, except the page that waits for it, which fetches it immediately.
 */
export const LivePayments = () => {
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  useSocketEvent('payment', async (decided) => {
    void client.invalidateQueries({ queryKey: ['payRules'] })
    if (/^\/(?:paymentCheck|ok)\b/.test(location.pathname))
      return client.invalidateQueries({ queryKey: ['paymentCheck'] })
    const { paymentNews } = await import('./payment-news.tsx')
    toast(paymentNews(decided, (path) => void navigate(path)))
  })
  return null
}
