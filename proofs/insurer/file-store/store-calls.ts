import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { fetch as undiciFetch, type Response } from 'undici'
import type { AccessKey } from '#main/file-store/signing.ts'
import { testStoreAt, testAccessKey, type TestInsurer } from '../test-insurer.ts'

export interface StoreCall {
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: AccessKey
  readonly region?: string
  /** `YYYYMMDDTHHMMSSZ`; the fixed clock of `startForTest` by default. */
  readonly at?: string
}

const testTime = '20260304T091522Z'

/** The address of a file, or with '' of the bucket. */
export function addressOf(server: TestInsurer, name: string): string {
  const { endpoint, bucket } = testStoreAt(server.port)
  return `${endpoint}/${bucket}/${name}`
}

export function sha256(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

export function md5(body: string | Buffer): string {
  return createHash('md5').update(body).digest('hex')
}

/** Asks as the owner, signed by another implementation than the one that checks it. */
export async function ask(server: TestInsurer, target: string, call: StoreCall = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, key = testAccessKey, region = 'us-east-1' } = call
  const signer = new AwsV4Signer({
    method,
    url: addressOf(server, target),
    accessKeyId: key.id,
    secretAccessKey: key.secret,
    service: 's3',
    region,
    datetime: call.at ?? testTime,
    headers: { 'x-amz-content-sha256': sha256(body ?? ''), ...headers },
  })
  const signed = await signer.sign()
  return await undiciFetch(signed.url, {
    method,
    headers: [...signed.headers],
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
}

/** A link that opens for a time. */
export async function signedLink(server: TestInsurer, name: string, seconds: number): Promise<string> {
  const url = new URL(addressOf(server, name))
  url.searchParams.set('X-Amz-Expires', String(seconds))
  const signer = new AwsV4Signer({
    url: url.href,
    accessKeyId: testAccessKey.id,
    secretAccessKey: testAccessKey.secret,
    service: 's3',
    region: 'us-east-1',
    datetime: testTime,
    signQuery: true,
  })
  return (await signer.sign()).url.href
}

/** Asks as anybody may. */
export async function openLink(
  link: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await undiciFetch(link, { headers, redirect: 'manual' })
}

/** The code of an error answer. */
export async function codeOf(answer: Response): Promise<string> {
  return /<Error><Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'none'
}

/** Stores a file, with the answer of a test that needs it there. */
export async function putFile(server: TestInsurer, name: string, body: string | Buffer): Promise<Response> {
  return await ask(server, name, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } })
}
