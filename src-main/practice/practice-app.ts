import { attachmentKinds, contentTypes, fileEndings } from '#shared/domain/attachment.ts'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { refusal, type Backroom, type PracticeEnv } from './answers.ts'
import { claimDetails, createClaim, listClaims } from './claim-endpoints.ts'
import { endpoints, type EndpointName } from './endpoints.ts'
import {
  allPharmacies,
  onePharmacy,
  answerPharmacyRequest,
  answerPharmacySearch,
  answerPharmacyNameSearch,
} from './pharmacy-endpoints.ts'
import { nameOfPath, shownFilesPath, type PracticeFiles } from './practice-files.ts'

type Handler = (c: Context<PracticeEnv>) => Response | Promise<Response>

const largestBodyBytes = 1024 * 1024
const loopbackHosts = new Set(['127.0.0.1', 'localhost'])

function handlersOf(backroom: Backroom): Readonly<Record<EndpointName, Handler>> {
  return {
    'create-keke-claim': createClaim('keke', backroom),
    'keke-claim-details': claimDetails('keke', backroom),
    'list-keke-claims': listClaims('keke', backroom),
    'create-okada-claim': createClaim('okada', backroom),
    'okada-claim-details': claimDetails('okada', backroom),
    'list-okada-claims': listClaims('okada', backroom),
    'search-pharmacies': answerPharmacySearch(backroom),
    'search-pharmacies-by-name': answerPharmacyNameSearch(backroom),
    'all-pharmacies': allPharmacies(backroom),
    'request-pharmacy': answerPharmacyRequest(backroom),
    'one-pharmacy': onePharmacy(backroom),
  }
}

/** Against DNS rebinding: a web page that rebinds its name to this computer still sends its own name and is refused. */
const onlyLoopbackNames: MiddlewareHandler<PracticeEnv> = async (c, next) => {
  if (!loopbackHosts.has(new URL(c.req.url).hostname)) return refusal(c, 421, 'This host is not served here.')
  await next()
  return undefined
}

function onlyWithKey(key: () => string): MiddlewareHandler<PracticeEnv> {
  return async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${key()}`) return refusal(c, 401, 'Unauthenticated.')
    await next()
    return undefined
  }
}

const shownTypes = new Map<string, string>(
  attachmentKinds.map((kind) => [fileEndings[kind], contentTypes[kind]]),
)

/** A file by its link, for whoever has it. Pictures and PDF are shown; anything else is only saved. */
function showFile(files: Pick<PracticeFiles, 'show'>): Handler {
  return async (c) => {
    const name = nameOfPath(c.req.path)
    const found = name === null ? null : await files.show(name)
    if (found === null) return refusal(c, 404, 'There is no such file.')
    const type = shownTypes.get(c.req.path.split('.').at(-1) ?? '')
    return new Response(found, {
      headers: {
        'content-type': type ?? 'application/octet-stream',
        'content-length': String(found.length),
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        ...(type === undefined ? { 'content-disposition': 'attachment' } : {}),
      },
    })
  }
}

/** The eleven endpoints behind the check of the key, and the files by their links; everything else is 404 or 405. */
export function practiceApp(options: {
  readonly backroom: Backroom
  readonly key: () => string
  readonly files: Pick<PracticeFiles, 'show'>
}): Hono<PracticeEnv> {
  const app = new Hono<PracticeEnv>()
  const handlers = handlersOf(options.backroom)
  app.use(onlyLoopbackNames)
  app.get(`${shownFilesPath}/*`, showFile(options.files))
  app.use(bodyLimit({ maxSize: largestBodyBytes, onError: (c) => refusal(c, 413, 'The body is too large.') }))
  const names = Object.keys(endpoints) as EndpointName[]
  for (const name of names) {
    const { method, path } = endpoints[name]
    app.on(method, path, onlyWithKey(options.key), handlers[name])
    app.all(path, (c) => {
      c.header('allow', method)
      return refusal(c, 405, 'The method is not allowed here.')
    })
  }
  app.notFound((c) => refusal(c, 404, 'There is nothing at this address.'))
  app.onError((_error, c) => refusal(c, 500, 'The practice server could not do this.'))
  return app
}
