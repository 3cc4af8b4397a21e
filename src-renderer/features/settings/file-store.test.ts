import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { FileStore, FileStoreStatus, StoreCheck, StoreProblem } from '#shared/domain/file-store.ts'
import { ok } from '#shared/result.ts'
import { press } from '#testing/page/buttons.ts'
import { aStatus, FakeMain } from '#testing/page/fake-main.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'
import FileStoreSection from './FileStoreSection.vue'
import { storeProblemsOf, storeOf, type TypedStore } from './file-store-form.ts'
import StoreCheckResult from './StoreCheckResult.vue'

const store: FileStore = {
  endpoint: 'https://s3.merchant.example',
  region: 'eu-west-2',
  bucket: 'claims',
  prefix: 'desk/',
  style: 'path',
  links: 'https://files.merchant.example',
}
const typed: TypedStore = {
  ...store,
  endpoint: ' https://s3.merchant.example/ ',
  prefix: 'desk',
  links: 'https://files.merchant.example/',
}

describe('a file store as typed', () => {
  it('is made canonical, and a folder is meant without its slash too', () => {
    expect(storeProblemsOf(typed)).toEqual({})
    expect(storeOf(typed)).toEqual(store)
  })

  it.each<[Partial<TypedStore>, keyof TypedStore]>([
    [{ endpoint: '' }, 'endpoint'],
    [{ endpoint: 'http://s3.merchant.example' }, 'endpoint'],
    [{ endpoint: 'https://<account>.store.example' }, 'endpoint'],
    [{ region: 'eu west' }, 'region'],
    [{ bucket: 'claims/desk' }, 'bucket'],
    [{ prefix: '../other' }, 'prefix'],
    [{ prefix: '/desk' }, 'prefix'],
    [{ links: '' }, 'links'],
    [{ links: 'files' }, 'links'],
  ])('with %j says what is wrong with it', (wrong, field) => {
    expect(Object.keys(storeProblemsOf({ ...typed, ...wrong }))).toEqual([field])
    expect(storeOf({ ...typed, ...wrong })).toBeNull()
  })
})

describe('what a check found', () => {
  const shown = (check: StoreCheck): VueWrapper => mount(StoreCheckResult, { props: { check } })
  const problem = { type: 'problem', clockAheadMs: null, saying: '' } as const

  it('names the minutes of a wrong clock, ahead or behind', () => {
    const clock = (clockAheadMs: number): string =>
      shown({ ...problem, problem: 'clock-wrong', clockAheadMs }).text()
    expect(clock(20 * 60_000)).toContain('20 minutes ahead')
    expect(clock(-17 * 60_000)).toContain('17 minutes behind')
  })

  it.each<[StoreProblem, string]>([
    ['wrong-key', 'The store does not accept the access key'],
    ['no-bucket', 'There is no such bucket in this region'],
    ['not-allowed', 'The access key may not add files'],
    ['link-not-public', 'The link does not open'],
    ['no-connection', 'The store could not be reached'],
    ['not-a-store', 'This is not a file store'],
    ['full', 'The store is full'],
  ])('names what is wrong: %s', (kind, words) => {
    expect(shown({ ...problem, problem: kind }).text()).toContain(words)
  })

  it('says where what is discarded stays, as the key may not delete', () => {
    expect(shown({ type: 'works', isListable: false, removes: false }).text()).toContain('may not delete')
  })

  it('warns in red where strangers can list the store', () => {
    const alert = '[role=alert]'
    expect(shown({ type: 'works', isListable: false, removes: true }).find(alert).exists()).toBe(false)
    expect(shown({ type: 'works', isListable: true, removes: true }).get(alert).text()).toContain(
      'Anyone can list',
    )
  })
})

describe('the card of the file store', () => {
  async function card(status: FileStoreStatus): Promise<{ screen: VueWrapper; main: FakeMain }> {
    const main = new FakeMain({ 'file-store:status': () => ok(status) })
    const app = { ...aStatus(), environment: 'live' } as const
    useAppStatus().status = app
    const screen = mount(FileStoreSection, { props: { status: app }, attachTo: document.body })
    await flushPromises()
    return { screen, main }
  }
  it('shows what head office sets while it is open', async () => {
    let status: FileStoreStatus = { store, isManaged: false, key: { type: 'none' } }
    const { screen, main } = await card(status)
    main.answer({ 'file-store:status': () => ok(status) })
    status = { ...status, isManaged: true }
    expect(screen.text()).not.toContain('Set by your organisation')
    await screen.setProps({ status: { ...aStatus(), environment: 'live' } })
    await flushPromises()
    expect(screen.text()).toContain('Set by your organisation')
  })

  it('asks for the key alone where the organisation set the store', async () => {
    const { screen, main } = await card({ store, isManaged: true, key: { type: 'none' } })
    expect(screen.text()).toContain('Set by your organisation')
    expect(screen.text(), 'there is nothing to remove').not.toContain('Remove')
    await press('Enter access key')
    const fields = screen.findAll('input')
    await expect.poll(() => document.activeElement).toBe(fields[0]?.element)
    expect(fields.map((one) => one.attributes('type') ?? 'text')).toEqual(['text', 'password'])
    await fields[0]?.setValue('MADEUPID')
    await fields[1]?.setValue('made-up-secret')
    await screen.get('form').trigger('submit')
    await flushPromises()
    expect(main.asked.at(-1)).toEqual({
      channel: 'file-store:set',
      input: {
        environment: 'live',
        store,
        accessKey: { id: 'MADEUPID', secret: 'made-up-secret' },
        evenOffline: false,
      },
    })
  })

  it('no longer says what was found of an address that is not there any more', async () => {
    const key = { type: 'kept', accessKeyId: 'MADEUPID' } as const
    const { screen, main } = await card({ store, isManaged: false, key })
    const check = { type: 'problem', problem: 'no-connection', clockAheadMs: null, saying: '' } as const
    main.answer({ 'file-store:set': () => ok({ type: 'unchanged', check }) })
    await press('Change')
    await screen.get('form').trigger('submit')
    await flushPromises()
    expect(screen.text()).toContain('Use without the check')
    await screen.get('input[type=url]').setValue('https://s3.elsewhere.example')
    await flushPromises()
    expect(screen.text()).not.toContain('Use without the check')
  })

  it('uses the kept key for the same address only', async () => {
    const key = { type: 'kept', accessKeyId: 'MADEUPID' } as const
    const { screen, main } = await card({ store, isManaged: false, key })
    await press('Change')
    await screen.get('form').trigger('submit')
    await flushPromises()
    expect(main.asked.at(-1)).toMatchObject({ channel: 'file-store:set', input: { accessKey: null } })
    await screen.get('input[type=url]').setValue('https://s3.elsewhere.example')
    const before = main.asked.length
    await screen.get('form').trigger('submit')
    await flushPromises()
    expect(main.asked).toHaveLength(before)
    expect(screen.text()).toContain('Enter the secret')
  })
})
