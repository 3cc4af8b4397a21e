import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as v from 'valibot'
import { UploadOrder, type Uploaded } from './orders.ts'
import { UploadRig } from './upload-rig.ts'

/*
 * A process that uploads what waits in a folder, and tells what that took. Its memory is looked at every few
 * milliseconds: the most of its whole life is that of loading the program.
 */
const lookMs = 5

process.on('message', (message) => {
  void (async () => {
    const { folder, url, certificate, claims } = v.parse(UploadOrder, message)
    setDefaultCACertificates([...getCACertificates('bundled'), certificate])
    const rig = new UploadRig(folder)
    const startBytes = process.memoryUsage.rss()
    let mostBytes = startBytes
    const looking = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
    }, lookMs)
    const tookMs = await rig.upload(url, claims)
    clearInterval(looking)
    await rig.close()
    const told: Uploaded = { tookMs, grownMb: (mostBytes - startBytes) / 1_000_000 }
    process.send?.(told)
  })()
})
process.on('disconnect', () => process.exit(0))
