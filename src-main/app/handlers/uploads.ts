import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Audience } from '#main/outbox/audience.ts'
import type { HandlersOf } from './register.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'

interface UploadPlace {
  services(): Result<{ readonly uploads: Uploader }, Failure>
}

/** Answers what the page asks about files on their way, as far as their claims are shown to the officer. */
export function createUploadHandlers(
  workspace: UploadPlace,
  audience: Pick<Audience, 'countsEntryOf'>,
): HandlersOf<'uploads'> {
  return {
    'uploads:status': () => {
      const services = workspace.services()
      if (!services.ok) return services
      return ok(services.value.uploads.status((officerId) => audience.countsEntryOf(officerId)))
    },
    'uploads:try-now': () => {
      const services = workspace.services()
      if (!services.ok) return services
      services.value.uploads.tryNow()
      return ok(null)
    },
  }
}
