import { useParams } from 'react-router'
import { TicketList } from './ticket-list.tsx'
import { TicketPage } from './ticket-page.tsx'

/** The inbox, or the ticket in the address. */
const SupportPage = () => {
  const { brand = '', '*': rest = '' } = useParams()
  return rest === '' ? <TicketList /> : <TicketPage key={rest} brand={brand} id={rest} />
}

export default SupportPage
