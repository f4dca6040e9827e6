import { LiveActivity } from '../features/activity/index.ts'
import { LivePhotos, PhotoProposal } from '../features/photos/index.ts'
import { PollingFallback } from '../app/session/polling-fallback.ts'
import { TitleCount } from '../app/shell/title-count.ts'

/** What keeps every member page current and is loaded once it stands. */
const LiveRest = () => (
  <>
    <LiveActivity />
    <LivePhotos />
    <PhotoProposal />
    <PollingFallback />
    <TitleCount />
  </>
)

export default LiveRest
