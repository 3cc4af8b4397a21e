import { flushPromises, mount, RouterLinkStub, type VueWrapper } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { type ConnectivityNow } from '#shared/connectivity.ts'
import { ok } from '#shared/result.ts'
import type { NetworkStatus } from '#shared/network.ts'
import FrameNotices from '#renderer/app/layout/FrameNotices.vue'
import { holdText } from '#renderer/i18n/status-line.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import { useConnectivity, useUploads } from '#renderer/stores/announced.ts'
import { useEngine } from '#renderer/stores/engine.ts'
import { aRouter } from '#testing/page/a-router.ts'
import { anEngine, aStatus, FakeMain, uploadStatus } from '#testing/page/fake-main.ts'
import { clockWords, nowWords } from './connection-words.ts'
import CheckResult from '#renderer/forms/CheckResult.vue'
import ProxyLogin from '#renderer/forms/ProxyLogin.vue'
import ConnectionScreen from './ConnectionScreen.vue'

const network: NetworkStatus = {
  address: 'insurer.example:443',
  plan: { routes: [{ type: 'direct' }], source: { type: 'system' } },
  trusted: { bundled: 121, system: 3, extra: 1 },
  trouble: null,
  login: { type: 'none', proxy: null },
}
const local = (day: number, hour: number, minute = 0): string =>
  new Date(2026, 10, day, hour, minute).toISOString()

describe('the connection in words', () => {
  it('names the clock and its time if a certificate fails', () => {
    const now = new Date(2020, 0, 3, 14, 5)
    expect(nowWords('tls-date', { isCutOff: false }, now).text).toContain('3 Jan 2020, 14:05')
    const unread = holdText({ type: 'offline' }, { isCutOff: false, cause: 'garbled' })
    expect(unread.title).toBe('The insurer’s answers cannot be read')
    const hold = holdText({ type: 'intercepted' }, { isCutOff: false, cause: 'tls-date' })
    expect(hold.title).toContain('not valid on this computer’s date')
    expect(holdText({ type: 'intercepted' }, { isCutOff: false, cause: 'intercepted' }).title).toContain(
      'The network may want you to sign in or buy data',
    )
  })

  it('shows the clock difference with its direction', () => {
    const clock = { comparedAt: local(20, 9), isWrong: true }
    expect(clockWords({ ...clock, aheadMs: 13 * 60_000 }).title).toBe(
      'This computer’s clock is 13 minutes ahead of the insurer’s',
    )
    expect(clockWords({ ...clock, aheadMs: -13 * 60_000 }).title).toContain('behind')
    expect(clockWords({ ...clock, isWrong: false, aheadMs: 800 }).title).toContain('agrees')
    expect(clockWords({ ...clock, isWrong: false, aheadMs: 90_000 }).title).toContain('That is fine')
    expect(clockWords(null).title).toContain('Not compared')
  })
})

describe('the page', () => {
  let now: ConnectivityNow

  beforeEach(() => {
    now = { kind: 'dns', since: local(20, 9), clock: null }
  })

  async function open(): Promise<VueWrapper> {
    new FakeMain({
      'connectivity:now': () => ok(now),
      'network:status': () => ok(network),
    })
    useAppStatus().status = aStatus({ environment: 'live' })
    await useConnectivity().read()
    const page = mount(ConnectionScreen, { global: { stubs: { RouterLink: RouterLinkStub } } })
    await flushPromises()
    return page
  }

  it('shows IT support what cannot be read, here and where the key is set up', async () => {
    now = { kind: 'garbled', code: 'HPE_INVALID_HEADER_TOKEN', since: local(20, 9), clock: null }
    const page = await open()
    const check = mount(CheckResult, { props: { check: { type: 'garbled', code: 'JSON_INVALID' } } })
    expect(page.text()).toContain('The insurer’s answers cannot be read')
    expect(page.text()).toContain('For IT support: HPE_INVALID_HEADER_TOKEN')
    expect(check.text()).toContain('For IT support: JSON_INVALID')
    expect(check.text()).not.toContain('No connection')
  })

  it.each([
    [{ referenceLost: ['okada'] }, 'was missing in okada claims.'],
    [{ referenceLost: ['keke', 'okada'] }, 'was missing in keke and okada claims.'],
    [{ daysLost: ['keke'] }, 'In keke claims, a day came back'],
  ] as const)('says where the insurer loses our reference or changes days: %j', async (lost, says) => {
    const page = await open()
    useEngine().status = anEngine()
    await nextTick()
    expect(page.text()).not.toMatch(/loses our reference|changes the days/)
    useEngine().status = anEngine({ habits: { referenceLost: [], daysLost: [], ...lost } })
    await nextTick()
    expect(page.text()).toContain(says)
  })

  it('shows a proxy’s password at its button’s Enter, and saves it at the field’s', async () => {
    const proxy = 'http://proxy.example:3128'
    const asked = (): number => main.asked.filter(({ channel }) => channel.includes('proxy-login')).length
    const shown = mount(ProxyLogin, {
      props: {
        proxy,
        status: { ...network, login: { type: 'forgotten', proxy } },
      },
    })
    const main = new FakeMain()
    const [name, password] = shown.findAll('input')
    await name?.setValue('ada')
    await password?.setValue('made-up')
    await shown.get('[aria-controls]').trigger('keydown', { key: 'Enter' })
    expect(asked()).toBe(0)
    await password?.trigger('keydown', { key: 'Enter' })
    await flushPromises()
    expect(asked()).toBe(1)
  })

  it('does not promise to send at once what waits for the file store', async () => {
    now = { ...now, kind: 'works' }
    const page = await open()
    expect(page.text()).toContain('is sent at once')
    useUploads().status = uploadStatus({ claims: 1, files: 2, hold: 'wrong-key' })
    await nextTick()
    expect(page.text()).toContain('wait for the file store')
    expect(page.text()).not.toContain('is sent at once')
  })

  it('warns of a wrong clock on every other screen, until it is right', async () => {
    now = { kind: 'works', since: null, clock: { aheadMs: 780_000, comparedAt: local(20, 9), isWrong: true } }
    await open()
    const router = aRouter()
    await router.push('/claims')
    const notice = mount(FrameNotices, { global: { plugins: [router] } })
    expect(notice.text()).toContain('This computer’s clock is 13 minutes ahead of the insurer’s.')
    expect(notice.text()).toContain('Dates on claims may be wrong. Set the clock')
    useConnectivity().now = { ...now, clock: { aheadMs: 0, comparedAt: local(20, 9), isWrong: false } }
    await flushPromises()
    expect(notice.text()).toBe('')
  })
})
