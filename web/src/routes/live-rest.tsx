import { LiveActivity } from '#features/activity/index.ts'
import { LiveAnnouncements, MatchMoment } from '#features/chat/index.ts'
import { LiveSearch } from '#features/discovery/index.ts'
import { LiveDevice } from '#features/outreach/index.ts'
import { LivePhotos, PhotoProposal } from '#features/photos/index.ts'
import { LiveBlocks } from '#features/trust/index.ts'
import { DialogHost } from '#app/shell/dialog-host.tsx'
import { InstallHint } from '#app/offline/install-hint.tsx'
import { LiveReturn } from '#app/shell/live-return.tsx'
import { LiveSound } from '#app/session/live-sound.ts'
import { LiveVersion } from '#app/session/live-version.tsx'
import { PollingFallback } from '#app/session/polling-fallback.ts'
import { PullToRefresh } from '#app/shell/pull-to-refresh.tsx'
import { TitleCount } from '#app/shell/title-count.ts'
import { useDialogTexts } from './use-dialog-texts.ts'

/** The live updates of every member page that load after the page has rendered. */
const LiveRest = () => {
  useDialogTexts()
  return (
    <>
      <DialogHost />
      <LiveActivity />
      <MatchMoment />
      <LiveAnnouncements />
      <LiveBlocks />
      <LiveSearch />
      <LiveDevice />
      <LivePhotos />
      <PhotoProposal />
      <PollingFallback />
      <LiveSound />
      <LiveVersion />
      <LiveReturn />
      <InstallHint />
      <PullToRefresh />
      <TitleCount />
    </>
  )
}

export default LiveRest
