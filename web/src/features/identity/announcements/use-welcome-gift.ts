import { useEffect, useRef, useState } from 'react'
import { api } from '../../../app/api/api.ts'
import { useSession } from '../../../app/session/session.tsx'

/**
 * Books the welcome gift as soon as it may be shown, and says how many messages were booked: 0 until then, and for a gift
 * that was shown before. Without an answer the gift stays for the next visit.
 */
export const useWelcomeGift = (mayShow: boolean): number => {
  const { session, update } = useSession()
  const [booked, setBooked] = useState(0)
  const asked = useRef(false)
  const due = mayShow && session.giftMessages > 0
  useEffect(() => {
    if (!due || asked.current) return
    asked.current = true
    api('POST /api/credits/gift', { body: {} }).then(
      ({ bookedGift, messageCredits, totalCredits }) => {
        setBooked(bookedGift)
        // One popup is enough for a start: the photo has to wait for the next.
        update({ giftMessages: 0, messageCredits, totalCredits, asksForPhoto: false })
      },
      () => {
        // The gift is still due: the next time the effect runs it asks again.
        asked.current = false
      },
    )
  }, [due, update])
  return booked
}
