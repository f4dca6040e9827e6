import { useEffect, useRef, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'

/**
 * Credits the welcome gift as soon as the popup may be shown, and returns the number of messages credited: 0 until
 * then, and for a gift that was already shown. If the request fails, the gift remains for the next visit.
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
        // One popup per visit is enough: the one about the photo waits for the next visit.
        update({ giftMessages: 0, messageCredits, totalCredits, asksForPhoto: false })
      },
      () => {
        // The gift is still due: the effect requests it again when it next runs.
        asked.current = false
      },
    )
  }, [due, update])
  return booked
}
